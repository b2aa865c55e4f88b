package io.tenure.server.api.stream;

import java.util.ArrayList;
import java.util.List;

/** What any thread leaves for a loop, heard there in the order in which it came. */
final class Mailbox {
  /** A list that has grown beyond this is not used again. */
  private static final int LARGE = 1 << 14;

  /** Who is to hear, and what, in turns; guarded by this. */
  private List<Object> arrived = new ArrayList<>();

  // For the loop alone.

  private List<Object> spare = new ArrayList<>();
  private boolean delivering;

  synchronized void add(MailboxReceiver hearer, Object heard) {
    arrived.add(hearer);
    arrived.add(heard);
  }

  /**
   * On the loop: delivers everything that is there now. A hearer must not call this method. If one
   * throws, the others still hear; when all have heard, the first error is thrown on or, if there
   * is none, the first exception.
   */
  void deliver() {
    List<Object> taken;
    synchronized (this) {
      if (delivering || arrived.isEmpty()) {
        return;
      }
      taken = arrived;
      arrived = spare;
    }
    delivering = true;
    Throwable first = null;
    for (int i = 0; i < taken.size(); i += 2) {
      try {
        ((MailboxReceiver) taken.get(i)).hear(taken.get(i + 1));
      } catch (RuntimeException | Error thrown) {
        first = first == null || isWorse(thrown, first) ? thrown : first;
      }
    }
    delivering = false;
    if (taken.size() > LARGE) {
      spare = new ArrayList<>();
    } else {
      taken.clear();
      spare = taken;
    }
    if (first instanceof Error error) {
      throw error;
    } else if (first instanceof RuntimeException bug) {
      throw bug;
    }
  }

  /** An error ends the node: an exception before it must not hide it. */
  private static boolean isWorse(Throwable thrown, Throwable first) {
    return thrown instanceof Error && !(first instanceof Error);
  }
}
