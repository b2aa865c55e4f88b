package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A file of the engine's log: eight bytes that say what it is, then for each entry its length in
 * seven-bit groups, the entry, and a checksum of four bytes; then zeros, up to what was allocated.
 */
final class SegmentFile {
  private static final int HEADER = 8;
  private static final int CHECKSUM = 4;

  private final Path path;
  private byte[] bytes;

  /** Where each entry begins, and at last where the next one would. */
  private final List<Integer> starts = new ArrayList<>();

  private SegmentFile(Path path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
    int at = HEADER;
    starts.add(at);
    while (at < bytes.length && bytes[at] != 0) {
      int length = 0;
      int shift = 0;
      byte group;
      do {
        group = bytes[at++];
        length |= (group & 0x7f) << shift;
        shift += 7;
      } while (group < 0);
      at += length + CHECKSUM;
      starts.add(at);
    }
    assertThat(at).as("where the entries of " + path + " end").isLessThanOrEqualTo(bytes.length);
  }

  static SegmentFile read(Path path) throws IOException {
    return new SegmentFile(path, Files.readAllBytes(path));
  }

  int entries() {
    return starts.size() - 1;
  }

  /** Where this entry begins; behind the last one, where that one ends. */
  int start(int entry) {
    return starts.get(entry);
  }

  /** Changes one bit of a byte. */
  void flip(int at, int bit) throws IOException {
    bytes[at] ^= (byte) (1 << bit);
    Files.write(path, bytes);
  }

  /** Zeros from there on, as if the rest had never been written. */
  void blank(int from) throws IOException {
    Arrays.fill(bytes, from, bytes.length, (byte) 0);
    Files.write(path, bytes);
  }

  void cut(int length) throws IOException {
    bytes = Arrays.copyOf(bytes, length);
    Files.write(path, bytes);
  }
}
