package io.tenure.server.api;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Sends bytes that no honest client would. */
public final class RawBytes implements MethodDescriptor.Marshaller<ByteString> {
  @Override
  public InputStream stream(ByteString bytes) {
    return bytes.newInput();
  }

  @Override
  public ByteString parse(InputStream in) {
    try {
      return ByteString.readFrom(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
