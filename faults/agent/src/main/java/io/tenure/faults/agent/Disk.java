package io.tenure.faults.agent;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import net.bytebuddy.asm.AsmVisitorWrapper;

/** The disk under the engine's log and its vote: slow, failing, or forgetful when told to be. */
public final class Disk {
  private static final AsmVisitorWrapper FORCES =
      Calls.to(FileChannel.class, "force", Disk.class, boolean.class);
  private static final AsmVisitorWrapper WRITES =
      Calls.to(FileChannel.class, "write", Disk.class, ByteBuffer.class);

  private static final String LOG =
      "org.apache.ratis.server.raftlog.segmented.BufferedWriteChannel";

  /** The stream that the vote is written to. */
  private static final String VOTE = "org.apache.ratis.util.FileUtils$1";

  static final List<Patch> PATCHES =
      List.of(
          Patch.everywhere(LOG, FORCES),
          Patch.everywhere(LOG, WRITES),
          Patch.everywhere(VOTE, FORCES),
          Patch.everywhere(VOTE, WRITES));

  private static volatile boolean forgetful;
  private static volatile Order order = Order.NONE;

  private Disk() {}

  /**
   * What it is to do from now on.
   *
   * @param slowMillis how much longer forcing takes
   */
  record Order(long slowMillis, boolean failing) {
    static final Order NONE = new Order(0, false);
    static final Order FAIL_WRITE = new Order(0, true);
  }

  static void neverForce() {
    forgetful = true;
  }

  static void obey(Order next) {
    order = next;
  }

  /** In place of {@link FileChannel#force}. */
  public static void force(FileChannel channel, boolean metaData) throws IOException {
    Order present = order;
    if (present.failing()) {
      throw refused();
    }
    if (present.slowMillis() > 0) {
      Effects.count("fsync delayed");
      pause(present.slowMillis());
    }
    if (forgetful) {
      Effects.count("fsync left out");
    } else {
      channel.force(metaData);
    }
  }

  /** In place of {@link FileChannel#write(ByteBuffer)}. */
  public static int write(FileChannel channel, ByteBuffer bytes) throws IOException {
    if (order.failing()) {
      throw refused();
    }
    return channel.write(bytes);
  }

  private static IOException refused() {
    Effects.count("writes refused");
    return new IOException("Input/output error (by the faults agent)");
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
