package io.tenure.server.raft.ratis.files;

import io.tenure.server.apply.ByteReader;
import io.tenure.server.apply.LogFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file of the engine's log from its beginning to the first byte that makes no sense.
 *
 * <p>Such a file has eight bytes that say what it is, then for each entry its length in groups of
 * seven bits, the entry, and a checksum of both in four bytes; then zeros, up to what was
 * allocated.
 */
final class SegmentScan {
  private static final byte[] HEADER = "RaftLog1".getBytes(StandardCharsets.US_ASCII);
  private static final int CHECKSUM_BYTES = 4;
  private static final int MAX_LENGTH_BYTES = 5;

  /** What a disk writes as a whole. */
  private static final int SECTOR_BYTES = 512;

  private final byte[] bytes;

  /** Behind the last byte that is not zero. */
  private final int used;

  /** Where the sound part ends. */
  private int end;

  private long nextIndex;

  /** What is wrong with the version of the last entry that this release does not read; or null. */
  private @Nullable String otherVersion;

  private long otherVersionIndex;

  /** Reads the file, which is to begin with the entry of this index. */
  SegmentScan(Path file, long firstIndex) throws IOException {
    this.bytes = Files.readAllBytes(file);
    this.used = lengthWithoutZeros(bytes);
    this.nextIndex = firstIndex;
    if (used >= HEADER.length && hasHeader()) {
      end = HEADER.length;
      for (Found next = entryAt(end); next != null && isNext(next); next = entryAt(end)) {
        end = next.end();
        lookAtVersion(next.entry());
        nextIndex++;
      }
    }
  }

  /** An entry that is whole, and where it ends. */
  private record Found(LogEntryProto entry, int end) {}

  private static int lengthWithoutZeros(byte[] bytes) {
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == 0) {
      length--;
    }
    return length;
  }

  private boolean hasHeader() {
    for (int i = 0; i < Math.min(used, HEADER.length); i++) {
      if (bytes[i] != HEADER[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean isNext(Found found) {
    return found.entry().getIndex() == nextIndex;
  }

  private void lookAtVersion(LogEntryProto entry) {
    if (entry.hasStateMachineLogEntry()) {
      ByteString commands = entry.getStateMachineLogEntry().getLogData();
      try {
        LogFormat.requireVersion(new ByteReader(commands.asReadOnlyByteBuffer()));
      } catch (IllegalArgumentException e) {
        otherVersion = e.getMessage();
        otherVersionIndex = entry.getIndex();
      }
    }
  }

  /** Why this release cannot read an entry behind this index, with the entry; null if it can. */
  @Nullable String otherVersionAfter(long index) {
    return otherVersion != null && otherVersionIndex > index
        ? "entry %d: %s".formatted(otherVersionIndex, otherVersion)
        : null;
  }

  /** The index behind that of the last sound entry. */
  long nextIndex() {
    return nextIndex;
  }

  /** Where the sound part ends. */
  int end() {
    return end;
  }

  /** Nothing follows the last entry but zeros. */
  boolean isClean() {
    return used <= end;
  }

  /**
   * Whether what follows the last sound entry is the beginning of a write that was never finished,
   * and so never acknowledged. Writes go from front to back into zeros, but when the power fails
   * the disk may have any of their sectors and lack others. So there is no sound entry behind, and
   * what the beginning announces reaches over the end of what is there, or a sector in it is
   * missing.
   */
  boolean isTorn() {
    if (end == 0) {
      return used < HEADER.length && hasHeader();
    }
    return (announcedEnd() > used || lacksSector()) && !hasEntryAfter(end);
  }

  private boolean lacksSector() {
    int from = end;
    while (from < used) {
      int to = Math.min(used, (from / SECTOR_BYTES + 1) * SECTOR_BYTES);
      if (to < used && isZero(from, to)) {
        return true;
      }
      from = to;
    }
    return false;
  }

  private boolean isZero(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Where the entry that begins behind the last sound one would end. */
  private long announcedEnd() {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    in.position(end);
    long length = readLength(in);
    if (length < 0) {
      return in.hasRemaining() ? in.position() : Long.MAX_VALUE;
    }
    return in.position() + length + CHECKSUM_BYTES;
  }

  private boolean hasEntryAfter(int from) {
    for (int at = from + 1; at < used; at++) {
      Found found = entryAt(at);
      if (found != null && found.entry().getIndex() > nextIndex) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Found entryAt(int at) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    in.position(at);
    long length = readLength(in);
    int start = in.position();
    if (length <= 0 || start + length + CHECKSUM_BYTES > bytes.length || !beginsWithTerm(start)) {
      return null;
    }
    int behind = start + (int) length;
    CRC32C checksum = new CRC32C();
    checksum.update(bytes, at, behind - at);
    if ((int) checksum.getValue() != in.getInt(behind)) {
      return null;
    }
    try {
      ByteBuffer body = in.slice(start, (int) length);
      return new Found(LogEntryProto.parseFrom(body), behind + CHECKSUM_BYTES);
    } catch (InvalidProtocolBufferException e) {
      return null;
    }
  }

  /** Saves computing a checksum at almost every place where no entry begins. */
  private boolean beginsWithTerm(int start) {
    return bytes[start] == LogEntryProto.TERM_FIELD_NUMBER << 3;
  }

  /** Moves behind it; negative if there is none. */
  private static long readLength(ByteBuffer in) {
    long length = 0;
    for (int i = 0; i < MAX_LENGTH_BYTES && in.hasRemaining(); i++) {
      byte group = in.get();
      length |= (long) (group & 0x7f) << (7 * i);
      if (group >= 0) {
        return length;
      }
    }
    return -1;
  }
}
