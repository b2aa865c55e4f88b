package io.tenure.server.apply;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whether the next batch should wait for company. When many commands were answered at once, most of
 * those who sent them ask for something again at once, and one log entry for all of them costs the
 * cluster little more than one for a few. So the next batch waits for most of them: for as long as
 * the last one took to be committed, or as so many need to ask, at most; and not at all for a while
 * after it waited in vain, so that less than half of them came. One thread at a time uses it.
 */
public final class BatchDelay {
  /** Runs something later, on another thread. */
  public interface Alarm {
    void after(long nanos, Runnable action);
  }

  /** A lone command waits for nobody. */
  static final int WORTH_IT = 2;

  private static final int FEW = 8;

  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** What it takes a client with many threads, and this node, until one of them has asked again. */
  private static final long NANOS_FOR_EACH = TimeUnit.MICROSECONDS.toNanos(20);

  private static final int MOST_SKIPPED = 64;

  private final Alarm alarm;
  private final Runnable look;
  private final int most;
  private @Nullable Wait current;

  /** How many times it will not wait after the next time in vain. */
  private int penalty = 1;

  private int toSkip;

  /** One wait for company. */
  private final class Wait implements Runnable {
    private final int wanted;
    private final int had;
    private volatile boolean over;

    Wait(int wanted, int had) {
      this.wanted = wanted;
      this.had = had;
    }

    @Override
    public void run() {
      over = true;
      look.run();
    }
  }

  /**
   * Nothing is gathered yet.
   *
   * @param most commands in a batch
   * @param look to be run when the time is over
   */
  BatchDelay(int most, Alarm alarm, Runnable look) {
    this.most = most;
    this.alarm = alarm;
    this.look = look;
  }

  /**
   * A batch has come back.
   *
   * @param answered how many clients have got their answer since this was last called
   * @param waiting how many wait already
   * @param commitNanos how long the batch took
   */
  void begin(int answered, int waiting, long commitNanos) {
    if (answered < WORTH_IT || current != null) {
      return;
    }
    if (toSkip > 0) {
      toSkip--;
      return;
    }
    Wait begun = new Wait(Math.min(most, waiting + answered - answered / 8), waiting);
    try {
      long nanos =
          answered < FEW ? commitNanos / 2 : Math.max(commitNanos, answered * NANOS_FOR_EACH);
      alarm.after(Math.min(MAX_WAIT_NANOS, nanos), begun);
      current = begun;
    } catch (RejectedExecutionException stopping) {
      // Nobody would end the wait.
    }
  }

  /** Whether the commands that wait should wait for more. */
  boolean holdsBack(int waiting) {
    Wait wait = current;
    if (wait == null) {
      return false;
    }
    boolean complete = waiting >= wait.wanted;
    if (!complete && !wait.over) {
      return true;
    }
    current = null;
    boolean worth = waiting - wait.had >= (wait.wanted - wait.had) / 2;
    penalty = worth ? 1 : Math.min(MOST_SKIPPED, 2 * penalty);
    toSkip = worth ? 0 : penalty;
    return false;
  }
}
