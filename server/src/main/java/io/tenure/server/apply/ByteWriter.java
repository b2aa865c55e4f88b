package io.tenure.server.apply;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes and what {@link LogFormat} puts into it. */
final class ByteWriter {
  private byte[] bytes = new byte[1024];
  private int size;

  int size() {
    return size;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Seven bits to a byte, the lowest first; negative numbers do not occur. */
  void number(long value) {
    if (value < 0) {
      throw new IllegalArgumentException("number: " + value + " (expected: 0 or more)");
    }
    ensure(10);
    long rest = value;
    while (rest > 0x7f) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  void fixed(long value) {
    ensure(8);
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes[size++] = (byte) (value >>> shift);
    }
  }

  void flag(boolean value) {
    number(value ? 1 : 0);
  }

  void text(String text) {
    bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  void bytes(byte[] value) {
    number(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
  }

  private void ensure(int more) {
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
