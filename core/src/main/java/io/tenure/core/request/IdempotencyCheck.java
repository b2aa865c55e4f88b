package io.tenure.core.request;

import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.Numbered;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.NotHeldReason;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.session.RememberedAnswers;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.table.Claim;
import io.tenure.core.table.LockTable;
import org.jspecify.annotations.Nullable;

/** Finds the answer of a request that was sent before, so that a retry never executes twice. */
final class IdempotencyCheck {
  private final LockTable table;

  IdempotencyCheck(LockTable table) {
    this.table = table;
  }

  /** The answer of a repeated request; null if it is new, or returns from its suspension. */
  @Nullable Outcome knownAnswer(SessionEntry session, Numbered command, RequestFingerprint call) {
    RequestId request = command.request();
    Claim live = session.live(request.number());
    if (live != null) {
      return repeats(command, live) ? standingAnswer(live) : new Outcome.RequestReused(request);
    }
    WaitingRequest away = session.away(request.number());
    if (away != null) {
      return isSame(command, away) ? null : new Outcome.RequestReused(request);
    }
    RememberedAnswers.Answer answer = session.answer(request.number());
    if (answer != null) {
      return answer.call().answers(call) ? stillTrue(answer) : new Outcome.RequestReused(request);
    }
    return request.number() <= session.forgottenThrough()
        ? new Outcome.RequestForgotten(request, session.forgottenThrough())
        : null;
  }

  /** The remembered answer, or {@code NotHeld} if it named a hold that has ended since. */
  Outcome stillTrue(RememberedAnswers.Answer answer) {
    long token = 0;
    if (answer.outcome() instanceof Outcome.AlreadyHeld held) {
      token = held.token();
    } else if (answer.outcome() instanceof Outcome.Converted converted) {
      token = converted.token();
    }
    return token == 0 || table.byToken(token) != null
        ? answer.outcome()
        : new Outcome.NotHeld(token, NotHeldReason.NO_LONGER_HELD);
  }

  /**
   * Whether the command repeats a live request. A waiting request must match in everything. A hold
   * that was converted since matches its original and its present mode; its value may differ.
   */
  private static boolean repeats(Numbered command, Claim live) {
    if (live.upgradeOf != null) {
      return RequestFingerprint.of(live).answers(RequestFingerprint.of(command));
    }
    if (live.waiting != null) {
      return isSame(command, live.waiting());
    }
    boolean asksForPresentHold =
        command instanceof AcquireLock acquire
            && acquire.owner().equals(live.owner.id.label())
            && acquire.targets().equals(live.wanted);
    RequestFingerprint asked = live.owner.session.callBeforeConversion(live.number);
    return asksForPresentHold || (asked != null && asked.answers(RequestFingerprint.of(command)));
  }

  /**
   * Whether a command is the waiting or suspended request. Compares everything that takes memory,
   * because a returning request is not checked against the limits again.
   */
  private static boolean isSame(Numbered command, WaitingRequest waiting) {
    return command instanceof AcquireLock acquire
        && acquire.owner().equals(waiting.owner().label())
        && acquire.party().equals(waiting.party())
        && acquire.targets().equals(waiting.targets())
        && acquire.value().equals(waiting.value());
  }

  static Outcome standingAnswer(Claim live) {
    return live.waiting == null
        ? new Outcome.Granted(live.hold().token())
        : new Outcome.Queued(live.waiting().arrival(), BusyReport.of(live));
  }
}
