package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Cause;
import io.tenure.faults.checker.Claim;
import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.LockModel;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A sequential lock service could have written the log: what ends was held or waiting, each once; a
 * request waits only if something blocks it; when nothing blocks it any more it is granted before
 * anything else happens. No request is granted twice, however often it was sent.
 *
 * <p>The log does not say which events belong to one command, and so to one moment. But an event of
 * {@link #opens some kinds} is always the first of its command, so everything before it must be
 * settled. After each change only the first waiter of each queue is checked: it blocks the others.
 */
public final class LogConsistency implements Promise {
  private record Request(long session, long number) {}

  @Override
  public String name() {
    return "the log follows the sequential model";
  }

  @Override
  public String about() {
    return "3. Nothing acknowledged is lost";
  }

  @Override
  public boolean isBasic() {
    return true;
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Findings findings = new Findings();
    past.stretches().forEach(stretch -> check(stretch, findings));
    return findings.verdict(this);
  }

  private static void check(List<Entry.Watched> stretch, Findings findings) {
    LockModel model = new LockModel(stretch.get(0).event().revision());
    List<Claim> concerned = new ArrayList<>();
    Map<Request, Entry.Watched> granted = new HashMap<>();
    for (Entry.Watched seen : stretch) {
      if (model.knowsAll()) {
        findings.checked();
        checkOrder(model, seen, concerned, findings);
      } else {
        findings.leftOut();
      }
      checkOnce(seen, granted, findings);
      String wrong = model.apply(seen);
      if (wrong != null) {
        findings.violated("revision " + seen.event().revision() + ": " + wrong, seen);
      }
      if (makesRoom(seen.event())) {
        concerned.addAll(model.firstsAt(seen.event().targets()));
      }
    }
  }

  /** An upgrade is another request, but about the hold of an earlier one. */
  private static void checkOnce(
      Entry.Watched seen, Map<Request, Entry.Watched> granted, Findings findings) {
    LogEvent event = seen.event();
    if (event.kind() != LogEvent.Kind.GRANTED || event.cause().equals(Cause.UPGRADED)) {
      return;
    }
    Request request = new Request(event.session(), event.request());
    Entry.Watched before = granted.putIfAbsent(request, seen);
    if (before != null) {
      findings.violated(
          "request " + event.request() + " of session " + event.session() + " was granted twice",
          before,
          seen);
    }
  }

  @SuppressWarnings(
      "ReferenceEquality") // The claim may have been followed by one that looks alike.
  private static void checkOrder(
      LockModel model, Entry.Watched seen, List<Claim> concerned, Findings findings) {
    if (opens(seen.event())) {
      for (Claim claim : concerned) {
        boolean stillWaits = model.waiting(claim.origin().event()) == claim;
        if (stillWaits && !isBlocked(model, claim)) {
          findings.violated(claim + " was not granted what had become free", claim.origin(), seen);
        }
      }
      concerned.clear();
    }
    if (seen.event().kind() == LogEvent.Kind.QUEUED && !isBlocked(model, model.asked(seen))) {
      findings.violated("revision " + seen.event().revision() + " waits for nobody", seen);
    }
  }

  private static boolean opens(LogEvent event) {
    return switch (event.kind()) {
      case GRANTED -> event.cause().equals(Cause.ASKED);
      case QUEUED, VALUE_CHANGED -> true;
      case RELEASED, WITHDRAWN, DOWNGRADED -> false;
    };
  }

  /** A grant does, too, for those behind it: it does not wait before them any more. */
  private static boolean makesRoom(LogEvent event) {
    return switch (event.kind()) {
      case GRANTED -> !event.cause().equals(Cause.ASKED);
      case RELEASED, WITHDRAWN, DOWNGRADED -> true;
      case QUEUED, VALUE_CHANGED -> false;
    };
  }

  private static boolean isBlocked(LockModel model, Claim claim) {
    return !model.holdersAgainst(claim).isEmpty()
        || !model
            .waitingAgainst(claim, other -> other.place() < claim.place() || other.mayBeUpgrade())
            .isEmpty();
  }
}
