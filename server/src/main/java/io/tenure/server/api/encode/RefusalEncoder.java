package io.tenure.server.api.encode;

import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Busy;
import io.tenure.core.model.Outcome.Deadlock;
import io.tenure.core.model.Outcome.Ended;
import io.tenure.core.model.Outcome.KindMismatch;
import io.tenure.core.model.Outcome.LimitReached;
import io.tenure.core.model.Outcome.NotConvertible;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeld;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.Outcome.RequestForgotten;
import io.tenure.core.model.Outcome.RequestReused;
import io.tenure.core.model.Outcome.SessionUnknown;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.Outcome.Wait;
import io.tenure.core.model.OwnerId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Refusal.Kind;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.shard.ShardParts;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Outcomes that say why something did not happen, in words for programs and for people. */
public final class RefusalEncoder {
  private RefusalEncoder() {}

  /** The refusal that an outcome amounts to, or null if it is none. */
  static @Nullable public Refusal of(ShardParts parts, Outcome outcome) {
    if (outcome instanceof Busy busy) {
      return standing(Kind.BUSY, parts, busy.standing())
          .setMessage("not free: " + inTheWay(busy.standing()))
          .build();
    } else if (outcome instanceof Ended ended) {
      return ended(ended);
    } else if (outcome instanceof NotHeld notHeld) {
      return notHeld(notHeld.token(), notHeld.reason());
    } else if (outcome instanceof Deadlock deadlock) {
      return deadlock(parts, deadlock);
    } else if (outcome instanceof KindMismatch mismatch) {
      return standing(Kind.KIND_MISMATCH, parts, mismatch.standing())
          .setMessage(mismatch.key() + " is in use as " + mismatch.there())
          .setThere(WireEncoder.target(mismatch.key(), mismatch.there()))
          .build();
    } else if (outcome instanceof NotConvertible fixed) {
      return notConvertible(fixed);
    }
    return null;
  }

  public static Refusal timedOut(ShardParts parts, Standing whenItQueued) {
    return standing(Kind.TIMED_OUT, parts, whenItQueued)
        .setMessage(
            "not granted within the wait timeout; when the request was queued, "
                + inTheWay(whenItQueued))
        .build();
  }

  private static Refusal.Builder standing(Kind kind, ShardParts parts, Standing standing) {
    return Refusal.newBuilder().setKind(kind).setStanding(WireEncoder.standing(parts, standing));
  }

  private static String inTheWay(Standing standing) {
    if (standing.holders().isEmpty()) {
      return standing.waiting() + " requests were ahead of it";
    }
    Outcome.Holder first = standing.holders().get(0);
    String token = ImplicitOwner.is(first.owner()) ? "" : " with token " + first.token();
    return "%s is held by %s%s; %d waiting"
        .formatted(first.key(), first.owner(), token, standing.waiting());
  }

  private static Refusal ended(Ended ended) {
    String cause = ended.cause().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return Refusal.newBuilder()
        .setKind(Kind.ENDED)
        .setToken(ended.token())
        .setEndCause(WireEncoder.endCause(ended.cause()))
        .setMessage(
            ended.token() == 0
                ? "the request ended without a grant: " + cause
                : "the hold with token " + ended.token() + " has ended: " + cause)
        .build();
  }

  public static Refusal notHeld(long token, NotHeldReason reason) {
    io.tenure.protocol.v1.NotHeld wire =
        switch (reason) {
          case NEVER_GRANTED -> io.tenure.protocol.v1.NotHeld.NEVER_GRANTED;
          case NO_LONGER_HELD -> io.tenure.protocol.v1.NotHeld.NO_LONGER_HELD;
          case FOREIGN -> io.tenure.protocol.v1.NotHeld.FOREIGN;
          case OTHER_KEY -> io.tenure.protocol.v1.NotHeld.OTHER_KEY;
        };
    String why =
        switch (reason) {
          case NEVER_GRANTED -> "was never granted";
          case NO_LONGER_HELD -> "is no longer held";
          case FOREIGN -> "belongs to another session";
          case OTHER_KEY -> "is for another key";
        };
    return Refusal.newBuilder()
        .setKind(Kind.NOT_HELD)
        .setToken(token)
        .setNotHeld(wire)
        .setMessage("token " + token + " " + why)
        .build();
  }

  private static Refusal deadlock(ShardParts parts, Deadlock deadlock) {
    Refusal.Builder wire = Refusal.newBuilder().setKind(Kind.DEADLOCK);
    StringJoiner links = new StringJoiner("; ", "granting it would be a deadlock: ", "");
    for (Wait link : deadlock.cycle()) {
      wire.addCycle(WireEncoder.wait(parts, link));
      links.add(
          "%s waits for %s at %s"
              .formatted(
                  name(link.owner(), link.party()),
                  name(link.blockedBy(), link.blockedByParty()),
                  link.key()));
    }
    return wire.setMessage(links.toString()).build();
  }

  private static String name(OwnerId owner, String party) {
    return party.equals(owner.label()) ? owner.toString() : owner + " of " + party;
  }

  private static Refusal notConvertible(NotConvertible fixed) {
    boolean semaphore = fixed.reason() == NotConvertibleReason.SEMAPHORE;
    return Refusal.newBuilder()
        .setKind(Kind.NOT_CONVERTIBLE)
        .setToken(fixed.token())
        .setNotConvertible(
            semaphore
                ? io.tenure.protocol.v1.NotConvertible.IS_SEMAPHORE
                : io.tenure.protocol.v1.NotConvertible.UPGRADE_WAITS)
        .setMessage(
            semaphore
                ? "the hold includes a semaphore permit, which cannot be converted"
                : "an upgrade of this hold is already waiting")
        .build();
  }

  /** The error that an outcome amounts to, or null if it is none. */
  public static @Nullable Error errorOf(ShardParts parts, Outcome outcome) {
    if (outcome instanceof SessionUnknown unknown) {
      return Errors.sessionUnknown(parts.wire(unknown.session())).error();
    } else if (outcome instanceof LimitReached full) {
      String limit = full.limit().name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return Errors.error(
          Reason.LIMIT_REACHED, limit + ": full (expected: at most " + full.value() + ")");
    } else if (outcome instanceof RequestReused reused) {
      return Errors.error(
          Reason.REQUEST_REUSED,
          "request: "
              + reused.request().number()
              + " was used for another request (expected: a new number)");
    } else if (outcome instanceof RequestForgotten forgotten) {
      return Errors.error(
          Reason.REQUEST_FORGOTTEN,
          "request: %d (expected: above %d; answers up to it are no longer kept)"
              .formatted(forgotten.request().number(), forgotten.forgottenThrough()));
    }
    return null;
  }
}
