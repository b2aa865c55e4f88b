package io.tenure.server.raft.ratis.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.ratis.thirdparty.com.google.protobuf.CodedOutputStream;
import org.apache.ratis.thirdparty.com.google.protobuf.MessageLite;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.ratis.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.apache.ratis.thirdparty.io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/** What is on the wire, byte by byte. */
final class Frames {
  /** Not how HTTP/2 begins. */
  static final byte[] GREETING = "TENURE-1".getBytes(StandardCharsets.US_ASCII);

  static final byte REPLY = 0;
  static final byte FAILURE = 1;

  /** As for the engine's own messages. */
  private static final int MAX_BYTES = 64 << 20;

  private static final int LENGTH_BYTES = 4;
  private static final int MAX_TEXT_CHARS = 1_000;

  private Frames() {}

  static ByteBuf greeting() {
    return buffer(GREETING.length).writeBytes(GREETING);
  }

  static ByteBuf request(MessageLite message) {
    int size = message.getSerializedSize();
    ByteBuf frame = buffer(LENGTH_BYTES + size).writeInt(size);
    return write(message, size, frame);
  }

  static ByteBuf reply(MessageLite message) {
    int size = message.getSerializedSize();
    ByteBuf frame = buffer(LENGTH_BYTES + 1 + size).writeInt(1 + size).writeByte(REPLY);
    return write(message, size, frame);
  }

  static ByteBuf failure(long callId, boolean heartbeat, String text) {
    String cut = text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) : text;
    byte[] bytes = cut.getBytes(StandardCharsets.UTF_8);
    int size = 1 + Long.BYTES + 1 + bytes.length;
    return buffer(LENGTH_BYTES + size)
        .writeInt(size)
        .writeByte(FAILURE)
        .writeLong(callId)
        .writeByte(heartbeat ? 1 : 0)
        .writeBytes(bytes);
  }

  private static ByteBuf buffer(int bytes) {
    return PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
  }

  private static ByteBuf write(MessageLite message, int size, ByteBuf frame) {
    int start = frame.writerIndex();
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(frame.nioBuffer(start, size));
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      frame.release();
      throw new UncheckedIOException(e); // There was too little room: a bug.
    }
    return frame.writerIndex(start + size);
  }

  /** Finds the frames in what comes in. */
  static LengthFieldBasedFrameDecoder decoder() {
    return new LengthFieldBasedFrameDecoder(MAX_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
  }
}
