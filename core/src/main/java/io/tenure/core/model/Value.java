package io.tenure.core.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What a holder says about itself: up to {@value #MAX_BYTES} bytes that the service never reads.
 */
public final class Value {
  public static final int MAX_BYTES = 4096;
  public static final Value NONE = new Value(new byte[0]);

  private final byte[] bytes;

  private Value(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies the bytes. */
  public static Value of(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "value: " + bytes.length + " bytes (expected: at most " + MAX_BYTES + " bytes)");
    }
    return bytes.length == 0 ? NONE : new Value(bytes.clone());
  }

  /** The text in UTF-8. */
  public static Value of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public long hash(long factor) {
    long hash = bytes.length;
    for (byte each : bytes) {
      hash = (hash ^ each) * factor;
    }
    return hash;
  }

  public int size() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Value value && Arrays.equals(value.bytes, bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes read as UTF-8, for people. */
  @Override
  public String toString() {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
