package io.tenure.server.watch;

import java.util.concurrent.atomic.AtomicBoolean;

/** A subscription, as its subscriber sees it. Both methods may be called on any thread. */
public final class Watch {

  /** Where the delivery keeps it. */
  enum Place {
    /** Not looked at yet. */
    NEW,
    /** Waits for a revision that is still to come. */
    AHEAD,
    /** Up to date: is given what comes. */
    LIVE,
    /** Is given what has come, from the history. */
    BEHIND,
    /** Events wait for it, and it is not ready. */
    STALLED,
    GONE
  }

  final WatchFilter filter;
  final Subscriber subscriber;

  /** Events before this position had happened when it was subscribed. */
  final long subscribedPosition;

  /** Whether it has ended or was cancelled. Who sets it gives its place back. */
  final AtomicBoolean over = new AtomicBoolean();

  /** Whether it is in the queue of {@link WakeQueue}. */
  final AtomicBoolean inWakeQueue = new AtomicBoolean();

  /** Whether the delivery found it not ready and leaves it alone until it is woken. */
  volatile boolean asleep;

  private final SubscriberCalls calls;

  // From here on for the delivery thread only.

  Place place = Place.NEW;

  /** Unique among the admitted ones. */
  long number;

  /** Everything up to this revision was delivered; out of date while it is {@link Place#LIVE}. */
  long cursor;

  /** When it was last told something. */
  long toldNanos;

  /** When {@link ProgressSchedule} looks at it next. */
  long progressNanos;

  /** Since when it is {@link Place#STALLED}. */
  long stalledNanos;

  /** The events that count as its backlog while it is stalled start at this position. */
  long stalledPosition;

  Watch(SubscriberCalls calls, WatchFilter filter, Subscriber subscriber, Start start) {
    this.calls = calls;
    this.filter = filter;
    this.subscriber = subscriber;
    this.cursor = start.after();
    this.subscribedPosition = start.position();
  }

  /**
   * Where a subscription starts.
   *
   * @param after the revision before the first one wanted
   * @param position how many events there had been
   */
  record Start(long after, long position) {}

  /**
   * Ends the subscription; {@link Subscriber#ended} is not called. A call to the subscriber that is
   * under way at this moment on the delivery thread still happens, and none after it.
   */
  public void cancel() {
    calls.cancel(this);
  }

  /** To be called when the subscriber has become ready again. */
  public void wake() {
    if (asleep) {
      calls.wake(this);
    }
  }

  boolean isOver() {
    return over.get();
  }
}
