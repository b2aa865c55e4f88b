package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;

/** Snapshots on the disk of a node that does not run. */
final class SnapshotFile {
  private SnapshotFile() {}

  /** The newest of a node with one shard. */
  static Path newest(Path data) {
    List<Path> all =
        ProcessCluster.engineFiles(data, "snapshot.").stream()
            .filter(file -> file.getFileName().toString().matches("snapshot\\.\\d+_\\d+"))
            .toList();
    return all.get(all.size() - 1);
  }

  /**
   * Replaces a text in the newest snapshot by another one of the same length, and corrects the
   * checksums of the file, so that a node loads it without noticing.
   */
  static void replace(Path data, String text, String other) throws IOException {
    Path file = newest(data);
    byte[] bytes = Files.readAllBytes(file);
    // One byte is one character here.
    String content = new String(bytes, StandardCharsets.ISO_8859_1);
    int at = content.indexOf(text);
    assertThat(at).as(text + " in " + file).isPositive();
    assertThat(other).hasSameSizeAs(text);
    writeWithChecksums(file, content.replace(text, other).getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Makes the newest snapshot look like one of another version of the format. */
  static void setVersion(Path data, int version) throws IOException {
    Path file = newest(data);
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer.wrap(bytes).putInt(Long.BYTES, version);
    writeWithChecksums(file, bytes);
  }

  private static void writeWithChecksums(Path file, byte[] changed) throws IOException {
    CRC32C checksum = new CRC32C();
    checksum.update(changed, 0, changed.length - Long.BYTES);
    ByteBuffer.wrap(changed).putLong(changed.length - Long.BYTES, checksum.getValue());
    Files.write(file, changed);
    String line = md5(changed) + " *" + file.getFileName() + "\n";
    Files.writeString(file.resolveSibling(file.getFileName() + ".md5"), line);
  }

  private static String md5(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
