package io.tenure.core;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Holder;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.Outcome.Wait;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.SessionId;
import io.tenure.core.snapshot.OutcomeFormat;
import java.util.List;
import java.util.Map;

/** Remembered answers and the bytes that {@link OutcomeFormat} writes for them in a snapshot. */
public final class GoldenOutcomes {
  private static final OwnerId OWNER = new OwnerId(new SessionId(7), "büro");
  private static final OwnerId OTHER = new OwnerId(new SessionId(8), "#12");
  private static final Key KEY = Key.of("/a/b");
  private static final Standing STANDING = new Standing(List.of(new Holder(OTHER, KEY, 300)), 2);
  private static final Wait WAIT = new Wait(OWNER, "thread-1", KEY, OTHER, "thread-2");

  /** By the hexadecimal digits of their bytes in versions 3 and 4. */
  public static final Map<String, Outcome> VERSION_3 =
      Map.ofEntries(
          Map.entry("01000000000000012c", new Outcome.AlreadyHeld(300)),
          Map.entry(
              "0200000002010000000000000008000323313200042f612f62000000000000012c",
              new Outcome.Busy(STANDING)),
          Map.entry(
              "03010000000000000007000562c3bc726f00087468726561642d3100042f612f620000000000000008000323313200087468726561642d32",
              new Outcome.Deadlock(List.of(WAIT))),
          Map.entry("0300", new Outcome.Deadlock(List.of())),
          Map.entry(
              "0400042f612f62020000000300000002010000000000000008000323313200042f612f62000000000000012c",
              new Outcome.KindMismatch(KEY, Mode.semaphore(3), STANDING)),
          Map.entry(
              "0400042f612f62000000000000000002010000000000000008000323313200042f612f62000000000000012c",
              new Outcome.KindMismatch(KEY, Mode.EXCLUSIVE, STANDING)),
          Map.entry(
              "0400042f612f62010000000000000002010000000000000008000323313200042f612f62000000000000012c",
              new Outcome.KindMismatch(KEY, Mode.SHARED, STANDING)),
          Map.entry("05000000000200000000", new Outcome.LimitReached(Limit.SESSIONS, 1L << 33)),
          Map.entry("05010000000200000000", new Outcome.LimitReached(Limit.HOLDS, 1L << 33)),
          Map.entry("05020000000200000000", new Outcome.LimitReached(Limit.WAITERS, 1L << 33)),
          Map.entry(
              "05030000000200000000", new Outcome.LimitReached(Limit.WAITERS_PER_OWNER, 1L << 33)),
          Map.entry(
              "05040000000200000000", new Outcome.LimitReached(Limit.WAITERS_PER_KEY, 1L << 33)),
          Map.entry(
              "05050000000200000000", new Outcome.LimitReached(Limit.DEADLOCK_STEPS, 1L << 33)),
          Map.entry("05060000000200000000", new Outcome.LimitReached(Limit.REVISIONS, 1L << 33)),
          Map.entry(
              "05070000000200000000", new Outcome.LimitReached(Limit.HOLDS_PER_OWNER, 1L << 33)),
          Map.entry(
              "05080000000200000000", new Outcome.LimitReached(Limit.WAITERS_PER_PARTY, 1L << 33)),
          Map.entry("05090000000200000000", new Outcome.LimitReached(Limit.HELD_BYTES, 1L << 33)),
          Map.entry(
              "050a0000000200000000", new Outcome.LimitReached(Limit.WAITING_BYTES, 1L << 33)),
          Map.entry("06000000000000012c00", new Outcome.Ended(300, EndCause.RELEASED)),
          Map.entry("06000000000000012c01", new Outcome.Ended(300, EndCause.WITHDRAWN)),
          Map.entry("06000000000000012c02", new Outcome.Ended(300, EndCause.SESSION_CLOSED)),
          Map.entry("06000000000000012c03", new Outcome.Ended(300, EndCause.SESSION_EXPIRED)),
          Map.entry("06000000000000012c04", new Outcome.Ended(300, EndCause.REVOKED)),
          Map.entry("06000000000000012c05", new Outcome.Ended(300, EndCause.DEADLOCK)),
          Map.entry("06000000000000012c06", new Outcome.Ended(300, EndCause.AWAY)),
          Map.entry("07000000000000012c", new Outcome.Released(300)),
          Map.entry("08000000000000012c00", new Outcome.NotHeld(300, NotHeldReason.NEVER_GRANTED)),
          Map.entry("08000000000000012c01", new Outcome.NotHeld(300, NotHeldReason.NO_LONGER_HELD)),
          Map.entry("08000000000000012c02", new Outcome.NotHeld(300, NotHeldReason.FOREIGN)),
          Map.entry("08000000000000012c03", new Outcome.NotHeld(300, NotHeldReason.OTHER_KEY)),
          Map.entry("09000000000000012c", new Outcome.Converted(300)),
          Map.entry(
              "0a000000000000012c00",
              new Outcome.NotConvertible(300, NotConvertibleReason.SEMAPHORE)),
          Map.entry(
              "0a000000000000012c01",
              new Outcome.NotConvertible(300, NotConvertibleReason.UPGRADE_WAITS)),
          Map.entry("0b000000000000012c", new Outcome.ValueSet(300)));

  private GoldenOutcomes() {}
}
