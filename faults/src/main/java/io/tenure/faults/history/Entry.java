package io.tenure.faults.history;

import java.util.List;

/**
 * One thing that was seen. Times are of {@link System#nanoTime}, which all processes of a Linux
 * machine share; wall clocks are among what is made to go wrong.
 */
public sealed interface Entry {
  /** When it was seen; of what lasts, when it began. */
  long nanos();

  /**
   * A client is about to ask for something.
   *
   * @param op unique in the run; what comes of it is a {@link Returned} with the same number, or
   *     nothing if the client was killed
   */
  record Invoked(long op, String client, Operation operation, long nanos) implements Entry {}

  /** What came of it. Without this entry nobody knows, as with an indeterminate result. */
  record Returned(long op, Result result, long nanos) implements Entry {}

  /**
   * A client was told that it holds something no longer.
   *
   * @param token of the hold
   * @param nanos when the listener ran
   */
  record Lost(String client, int shard, long token, String why, long nanos) implements Entry {}

  /**
   * A client was certain that it holds something.
   *
   * @param token of the hold
   * @param untilNanos until when it was, without another keep-alive
   * @param nanos when it asked; read before, so that neither is later than it was
   */
  record Sure(String client, int shard, long token, long untilNanos, long nanos) implements Entry {}

  /**
   * Somebody has used a resource.
   *
   * @param key the key that protects it
   * @param fenced whether the resource refuses tokens smaller than one it has seen
   * @param beganNanos when the resource took the request up
   * @param accepted whether it let it happen
   */
  record Accessed(
      String key,
      boolean fenced,
      String client,
      long token,
      long beganNanos,
      long endedNanos,
      boolean accepted)
      implements Entry {
    @Override
    public long nanos() {
      return beganNanos;
    }
  }

  /**
   * A keep-alive, or the opening of a session, was acknowledged.
   *
   * @param sentNanos when the client sent it: the service counts from then at the earliest
   */
  record Kept(String client, int shard, long session, long ttlMillis, long sentNanos, long nanos)
      implements Entry {}

  /**
   * A keep-alive was answered with that there is no such session, though its client had not asked
   * to end it.
   *
   * @param nanos when the client heard so: the session was gone by then
   */
  record KeepRefused(String client, int shard, long session, long sentNanos, long nanos)
      implements Entry {}

  /**
   * A watch of everything was begun, or goes on after its connection broke.
   *
   * @param watch its name
   * @param fromRevision the first revision that it is to show
   */
  record WatchBegan(String watch, int shard, long fromRevision, long nanos) implements Entry {}

  /** What a watch has shown, in the order in which it did. */
  record Watched(String watch, int shard, LogEvent event, long nanos) implements Entry {}

  /**
   * What a watch through the public client has shown, in the order in which it did.
   *
   * @param event as far as that client tells: without the number of the request, and the token that
   *     was replaced
   */
  record ClientWatched(String watch, int shard, LogEvent event, long nanos) implements Entry {}

  /**
   * An observer of an election, through the public client, was told of something new.
   *
   * @param token of who leads; 0 if nobody does
   */
  record Observed(String observer, int shard, String key, long token, String value, long nanos)
      implements Entry {}

  /** A watch was told that everything up to a revision has been shown. */
  record WatchProgress(String watch, int shard, long revision, long nanos) implements Entry {}

  /** The service said that it does not have all of the past any more that the watch asked for. */
  record WatchCutOff(String watch, int shard, long nextRevision, long nanos) implements Entry {}

  /**
   * A read that includes all that was acknowledged before it was asked for (Get without stale_ok)
   * was answered. One after all work is over tells how far the log must be known.
   *
   * @param revision of the shard, as in the answer
   */
  record RevisionRead(int shard, long revision, long askedNanos, long nanos) implements Entry {}

  /**
   * What such a read showed of the key that was asked for.
   *
   * @param reader by its name
   * @param revision of the shard, as in the answer
   * @param held what reaches the key, in order of tokens
   * @param waiting how many requests wait for the key itself
   */
  record KeyRead(
      String reader,
      int shard,
      String key,
      long revision,
      List<Shown> held,
      int waiting,
      long nanos)
      implements Entry {}

  /** A hold, as a read shows it. */
  record Shown(long token, String value) {
    @Override
    public String toString() {
      return token + " (" + value + ")";
    }
  }

  /**
   * A client's process stood still, or was killed (and then never went on).
   *
   * @param toNanos when it went on; {@link Long#MAX_VALUE} if it never did
   */
  record Paused(String client, long fromNanos, long toNanos) implements Entry {
    @Override
    public long nanos() {
      return fromNanos;
    }
  }

  /**
   * A process with clients did not run, though nobody had stopped it: the machine was busy.
   *
   * @param process what the names of its clients begin with, up to a dot
   */
  record Starved(String process, long fromNanos, long toNanos) implements Entry {
    @Override
    public long nanos() {
      return fromNanos;
    }
  }

  /**
   * A fault.
   *
   * @param kind as on the command line
   * @param what what was done to whom, for people
   * @param mendedNanos when all of it was taken back, and the service could come back; 0 if it was
   *     not, or is not known
   * @param toNanos when the service was whole again, or nobody waited for that any longer
   * @param healed whether the service is whole again afterwards, as far as this fault goes
   */
  record Fault(
      String kind, String what, long fromNanos, long mendedNanos, long toNanos, boolean healed)
      implements Entry {
    @Override
    public long nanos() {
      return fromNanos;
    }
  }

  /** A fault has begun. If the run ends before it, this is all that is known of it. */
  record FaultBegan(String kind, String what, long nanos) implements Entry {}

  /** A client's process stands still. If the run ends before it goes on, this tells. */
  record PauseBegan(String client, long nanos) implements Entry {}

  /**
   * A backup was put back after all else was over. What the service had done since the backup is
   * lost by that, and must be; only tokens must not come again.
   */
  record Restored(String what, long nanos) implements Entry {}

  /**
   * Somebody was granted a key after all else was over: one grant after the other, some of them
   * between a backup and its being put back, which no watch shows.
   */
  record Retaken(String key, long token, long nanos) implements Entry {}

  /** A fault was to begin, but could not. */
  record Skipped(String kind, String why, long nanos) implements Entry {}

  /** All faults are over: from here on everybody must make progress, until the end. */
  record Calm(long fromNanos, long toNanos) implements Entry {
    @Override
    public long nanos() {
      return fromNanos;
    }
  }
}
