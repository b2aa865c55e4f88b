package io.tenure.faults;

import io.tenure.faults.checker.Bounds;
import io.tenure.faults.fault.Schedule.Pace;
import io.tenure.faults.work.Workers;
import java.time.Duration;

/**
 * How large a run is, whatever happens in it.
 *
 * @param workers processes with clients
 * @param clients in each of them and for each shard: one for each role, or some role is played by
 *     nobody
 * @param start how long all is well at first
 * @param pace in between
 * @param end how long all is well at last; longer than the bound for progress, or nothing is bound
 */
record Scale(int workers, int clients, Duration start, Pace pace, Duration end, Bounds bounds) {
  private static final Duration PROGRESS = Duration.ofSeconds(20);
  private static final Duration CALM = PROGRESS.plusSeconds(5);
  private static final Duration GIVE_BACK = Duration.ofSeconds(60);

  /** The longest TTL of the clients' sessions, and ten seconds. */
  private static final Duration ENDING = Duration.ofSeconds(15);

  /** For the command: minutes to hours. */
  static final Scale FULL =
      new Scale(
          3,
          Workers.ROLES,
          Duration.ofSeconds(5),
          new Pace(Duration.ofSeconds(2), Duration.ofSeconds(8), 8, CALM),
          CALM,
          new Bounds(PROGRESS, GIVE_BACK, Duration.ofSeconds(45), ENDING, Duration.ofSeconds(5)));

  /** For the tests: a minute, on a machine that may be slow and busy. */
  static final Scale SHORT =
      new Scale(
          2,
          Workers.ROLES,
          Duration.ofSeconds(3),
          new Pace(Duration.ofSeconds(1), Duration.ofSeconds(4), Integer.MAX_VALUE, Duration.ZERO),
          Duration.ofSeconds(32),
          new Bounds(
              Duration.ofSeconds(30),
              GIVE_BACK,
              Duration.ofSeconds(90),
              ENDING,
              Duration.ofSeconds(20)));

  Scale {
    if (end.compareTo(bounds.progress()) <= 0) {
      throw new IllegalArgumentException(
          "end: " + end + " (expected: longer than " + bounds.progress() + ")");
    }
  }
}
