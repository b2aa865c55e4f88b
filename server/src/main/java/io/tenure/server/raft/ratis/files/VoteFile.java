package io.tenure.server.raft.ratis.files;

import io.tenure.raft.Durability;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.server.storage.RaftStorageMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file in which the engine writes down its term and vote. When the disk is full, the engine
 * replaces it by what it could write, perhaps nothing, and without it the node can never start
 * again: it might vote twice. But the engine still knows what it has last written as a whole, which
 * is what counts. So a node whose file was spoilt stops, and writes that down when the engine is at
 * rest, in a file that has its place on the disk already.
 */
public final class VoteFile {
  private static final Logger LOG = LoggerFactory.getLogger(VoteFile.class);
  private static final int RESERVE_BYTES = 4_096;

  private final RaftStorage storage;
  private final Path file;
  private final Path reserve;

  public VoteFile(RaftServer.Division division) {
    storage = division.getRaftStorage();
    file = storage.getStorageDir().getCurrentDir().toPath().resolve(ShardFiles.VOTE);
    reserve = file.resolveSibling(ShardFiles.VOTE + ".reserve");
  }

  /** Takes the place on the disk. */
  public void reserve() throws IOException {
    if (!Files.exists(reserve) || Files.size(reserve) != RESERVE_BYTES) {
      write(new byte[0]);
    }
  }

  /** Lines end where the text does; a reader skips the empty ones after it. */
  private void write(byte[] text) throws IOException {
    byte[] bytes = Arrays.copyOf(text, RESERVE_BYTES);
    Arrays.fill(bytes, text.length, RESERVE_BYTES, (byte) '\n');
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    try (FileChannel channel =
        FileChannel.open(reserve, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  /**
   * Does nothing if it is as it should be, or cannot be opened, which says nothing about it: this
   * process may have too many files open.
   *
   * @throws IOException if it makes no sense
   */
  public void check() throws IOException {
    try {
      ShardFiles.checkVote(file);
    } catch (FileSystemException e) {
      LOG.warn("the vote file {} cannot be checked: {}", file, e.getReason());
    }
  }

  /** To be called when the engine has ended. */
  public void mend() {
    try {
      check();
    } catch (IOException damaged) {
      try {
        RaftStorageMetadata last = storage.getMetadataFile().getMetadata();
        String text = "term=" + last.getTerm() + "\nvotedFor=" + last.getVotedFor() + "\n";
        write(text.getBytes(StandardCharsets.ISO_8859_1));
        Files.move(
            reserve, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        Durability.syncDirectoryOf(file);
        LOG.info("repaired a damaged vote file: {} ({})", file, damaged.getMessage());
      } catch (IOException e) {
        LOG.error("the vote file {} is damaged and could not be repaired", file, e);
      }
    }
  }
}
