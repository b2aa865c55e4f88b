package io.tenure.server.raft.ratis.files;

import io.tenure.raft.Durability;
import io.tenure.raft.StateMachine;
import io.tenure.server.thread.NodeThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.util.MD5FileUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes snapshots on a thread of its own, one at a time, each durable before anyone hears of it:
 * contents, then its checksum, then its name, then the directory.
 */
final class SnapshotWriter {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotWriter.class);

  /** What the name of a file ends in until it is durable. */
  static final String UNFINISHED = ".unfinished";

  private final String shard;
  private final SnapshotStorage storage;
  private final Consumer<SingleFileSnapshotInfo> written;
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile Consumer<Throwable> fatal =
      thrown -> LOG.error("the writer of snapshots failed", thrown);

  /**
   * A writer.
   *
   * @param written told of each snapshot that is durable, on the writer's thread
   */
  SnapshotWriter(String shard, SnapshotStorage storage, Consumer<SingleFileSnapshotInfo> written) {
    this.shard = shard;
    this.storage = storage;
    this.written = written;
  }

  /** Told of whatever else than an I/O error ends the thread. */
  void onFailure(Consumer<Throwable> action) {
    fatal = action;
  }

  boolean isBusy() {
    return busy.get();
  }

  /** Starts writing, unless another snapshot is being written. */
  void write(StateMachine.Image image, TermIndex at) {
    if (!busy.compareAndSet(false, true)) {
      return;
    }
    new NodeThreads(fatal).daemon("tenure-snapshot-" + shard, () -> run(image, at)).start();
  }

  private void run(StateMachine.Image image, TermIndex at) {
    try {
      long began = System.nanoTime();
      Path file = storage.getSnapshotFile(at.getTerm(), at.getIndex()).toPath();
      writeDurably(file, image::writeTo);
      MD5Hash digest = MD5FileUtil.computeMd5ForFile(file.toFile());
      writeChecksum(file, digest);
      Durability.syncDirectoryOf(file);
      SingleFileSnapshotInfo snapshotInfo =
          new SingleFileSnapshotInfo(new FileInfo(file, digest), at.getTerm(), at.getIndex());
      LOG.atInfo()
          .setMessage("snapshot written")
          .addKeyValue("shard", shard)
          .addKeyValue("index", at.getIndex())
          .addKeyValue("revision", image.revision())
          .addKeyValue("bytes", Files.size(file))
          .addKeyValue("millis", (System.nanoTime() - began) / 1_000_000)
          .log();
      written.accept(snapshotInfo);
    } catch (IOException e) {
      // The log is kept, so nothing is lost; the next attempt comes with the next growth of it.
      LOG.error("snapshot not written: shard={} index={}", shard, at.getIndex(), e);
    } finally {
      busy.set(false);
    }
  }

  /** In the engine's form, but not by its means: on a full disk these leave an empty file. */
  private static void writeChecksum(Path file, MD5Hash digest) throws IOException {
    byte[] line = (digest + " *" + file.getFileName() + "\n").getBytes(StandardCharsets.UTF_8);
    writeDurably(MD5FileUtil.getDigestFileForFile(file.toFile()).toPath(), out -> out.write(line));
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private static void writeDurably(Path file, Content content) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      OutputStream out = Channels.newOutputStream(channel);
      content.writeTo(out);
      out.flush();
      channel.force(true);
    } catch (IOException e) {
      Files.deleteIfExists(unfinished); // The disk may be full.
      throw e;
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
