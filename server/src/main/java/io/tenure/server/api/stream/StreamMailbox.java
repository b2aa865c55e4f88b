package io.tenure.server.api.stream;

import io.tenure.server.api.request.Mailbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/**
 * What other threads have for the loop of a Connect stream, delivered there in the order in which
 * it was posted. Many messages share one wake-up of the loop.
 */
final class StreamMailbox implements Mailbox {
  /** A list that has grown beyond this is not used again. */
  private static final int LARGE = 3 << 13;

  private final Executor loop;
  private final Runnable whenFlushed;

  /** Whether the loop has been asked to look here and has not begun to. */
  private final AtomicBoolean awaited = new AtomicBoolean();

  /** In turns: the receiver, its method, the message. Guarded by this. */
  private List<Object> arrived = new ArrayList<>();

  // For the loop alone.

  private List<Object> spare = new ArrayList<>();
  private boolean delivering;

  /**
   * An empty mailbox.
   *
   * @param whenFlushed runs on the loop; must call {@link #deliver}
   */
  StreamMailbox(Executor loop, Runnable whenFlushed) {
    this.loop = loop;
    this.whenFlushed = whenFlushed;
  }

  @Override
  public synchronized <R, M> void post(
      R receiver, BiConsumer<? super R, ? super M> method, M message) {
    arrived.add(receiver);
    arrived.add(method);
    arrived.add(message);
  }

  @Override
  public void flush() {
    if (!awaited.get() && awaited.compareAndSet(false, true)) {
      try {
        loop.execute(whenFlushed);
      } catch (RejectedExecutionException stopped) {
        return; // The server has stopped, and the connection with it.
      }
    }
  }

  /**
   * On the loop: delivers everything that is there now. A receiver must not call this method. If
   * one throws, the others still receive theirs; afterwards the first error is thrown on or, if
   * there is none, the first exception.
   */
  void deliver() {
    awaited.set(false); // First: what is posted from now on asks for another delivery.
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
    for (int i = 0; i < taken.size(); i += 3) {
      try {
        method(taken.get(i + 1)).accept(taken.get(i), taken.get(i + 2));
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

  /** {@link #post} has seen to it that the types fit. */
  @SuppressWarnings("unchecked")
  private static BiConsumer<Object, Object> method(Object posted) {
    return (BiConsumer<Object, Object>) posted;
  }

  /** An error ends the node: an exception before it must not hide it. */
  private static boolean isWorse(Throwable thrown, Throwable first) {
    return thrown instanceof Error && !(first instanceof Error);
  }
}
