package io.tenure.core.scenario;

import io.tenure.core.LockState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** A snapshot as bytes, and what can happen to them on a disk. */
final class SnapshotBytes {
  private static final int BYTES_PER_LINE = 32;

  private final byte[] bytes;

  private SnapshotBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  static SnapshotBytes of(LockState state) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      state.capture().writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SnapshotBytes(out.toByteArray());
  }

  LockState restore() throws IOException {
    return LockState.restore(new ByteArrayInputStream(bytes));
  }

  LockState restoreUndamaged() {
    try {
      return restore();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean sameAs(SnapshotBytes other) {
    return Arrays.equals(bytes, other.bytes);
  }

  /** The bytes with one bit of one of them the other way round; bit 0 is the lowest. */
  SnapshotBytes flip(long index, int bit) {
    byte[] changed = bytes.clone();
    changed[position(index)] ^= (byte) (1 << bit);
    return new SnapshotBytes(changed);
  }

  List<SnapshotBytes> flipEach() {
    List<SnapshotBytes> all = new ArrayList<>();
    for (int i = 0; i < bytes.length * Byte.SIZE; i++) {
      all.add(flip(i / Byte.SIZE, i % Byte.SIZE));
    }
    return all;
  }

  /** The first so many bytes, or all but the last so many if the number is negative. */
  SnapshotBytes truncate(long length) {
    return new SnapshotBytes(Arrays.copyOf(bytes, position(length)));
  }

  List<SnapshotBytes> truncateEach() {
    List<SnapshotBytes> all = new ArrayList<>();
    for (int length = 0; length < bytes.length; length++) {
      all.add(truncate(length));
    }
    return all;
  }

  SnapshotBytes append(byte[] more) {
    byte[] changed = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, changed, bytes.length, more.length);
    return new SnapshotBytes(changed);
  }

  SnapshotBytes replace(long index, byte[] by) {
    byte[] changed = bytes.clone();
    System.arraycopy(by, 0, changed, position(index), by.length);
    return new SnapshotBytes(changed);
  }

  /** Negative numbers count from the end. */
  private int position(long index) {
    return Math.toIntExact(index < 0 ? bytes.length + index : index);
  }

  List<String> hexLines() {
    List<String> lines = new ArrayList<>();
    for (int from = 0; from < bytes.length; from += BYTES_PER_LINE) {
      int to = Math.min(from + BYTES_PER_LINE, bytes.length);
      lines.add(HexFormat.of().formatHex(bytes, from, to));
    }
    return lines;
  }
}
