package io.tenure.server.apply;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what a {@link ByteWriter} wrote; whatever is cut short or damaged is refused. */
public final class ByteReader {
  private final ByteBuffer in;

  public ByteReader(ByteBuffer in) {
    this.in = in;
  }

  boolean hasMore() {
    return in.hasRemaining();
  }

  long number() {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      byte next = next();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw damaged("a number of more than 63 bits");
  }

  long fixed() {
    if (in.remaining() < 8) {
      throw damaged("cut short");
    }
    return in.getLong();
  }

  boolean flag() {
    long value = number();
    if (value > 1) {
      throw damaged("a flag of " + value);
    }
    return value == 1;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    long length = number();
    if (length > in.remaining()) {
      throw damaged("cut short");
    }
    byte[] value = new byte[(int) length];
    in.get(value);
    return value;
  }

  private byte next() {
    if (!in.hasRemaining()) {
      throw damaged("cut short");
    }
    return in.get();
  }

  private static IllegalArgumentException damaged(String how) {
    return new IllegalArgumentException("log entry: damaged: " + how);
  }
}
