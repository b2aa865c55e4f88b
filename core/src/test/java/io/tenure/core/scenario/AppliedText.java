package io.tenure.core.scenario;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.util.stream.Collectors;

/**
 * Outcomes and events as one line each. Nothing that they carry is left out, but for what the line
 * says already: a grant's token and a queued request's arrival are the event's revision, which
 * {@link ScenarioRun} checks.
 */
final class AppliedText {
  private AppliedText() {}

  static String format(Outcome outcome) {
    if (outcome instanceof Outcome.SessionOpened opened) {
      return "opened " + opened.session();
    } else if (outcome instanceof Outcome.SessionEnded ended) {
      String counts = " released=" + ended.released() + " withdrawn=" + ended.withdrawn();
      return "session-ended " + ended.session() + counts;
    } else if (outcome instanceof Outcome.SessionUnknown unknown) {
      return "session-unknown " + unknown.session();
    } else if (outcome instanceof Outcome.RequestReused reused) {
      return "request-reused " + reused.request();
    } else if (outcome instanceof Outcome.RequestForgotten forgotten) {
      return "request-forgotten "
          + forgotten.request()
          + " through="
          + forgotten.forgottenThrough();
    } else if (outcome instanceof Outcome.Ended ended) {
      return "ended token=" + ended.token() + " " + ended.cause();
    } else if (outcome instanceof Outcome.LimitReached reached) {
      return "limit-reached " + reached.limit() + " value=" + reached.value();
    } else if (outcome instanceof Outcome.RevisionRaised raised) {
      return "revision-raised " + raised.revision();
    } else if (outcome instanceof Outcome.LimitsSet set) {
      return "limits-set " + LimitsText.format(set.limits());
    } else if (outcome instanceof Outcome.EndedMore ended) {
      return "ended-more left=" + ended.left();
    } else if (outcome instanceof Outcome.StateCompared) {
      return "state-compared";
    }
    return formatAboutHold(outcome);
  }

  private static String formatAboutHold(Outcome outcome) {
    if (outcome instanceof Outcome.Granted granted) {
      return "granted token=" + granted.token();
    } else if (outcome instanceof Outcome.AlreadyHeld held) {
      return "already-held token=" + held.token();
    } else if (outcome instanceof Outcome.Released released) {
      return "released token=" + released.token();
    } else if (outcome instanceof Outcome.NotHeld not) {
      return "not-held token=" + not.token() + " " + not.reason();
    } else if (outcome instanceof Outcome.Converted converted) {
      return "converted token=" + converted.token();
    } else if (outcome instanceof Outcome.NotConvertible not) {
      return "not-convertible token=" + not.token() + " " + not.reason();
    } else if (outcome instanceof Outcome.ValueSet set) {
      return "value-set token=" + set.token();
    } else if (outcome instanceof Outcome.Revoked revoked) {
      return "revoked " + format(revoked.hold());
    }
    return formatRefusal(outcome);
  }

  private static String formatRefusal(Outcome outcome) {
    if (outcome instanceof Outcome.Queued queued) {
      return "queued arrival=" + queued.arrival() + " " + format(queued.standing());
    } else if (outcome instanceof Outcome.Busy busy) {
      return "busy " + format(busy.standing());
    } else if (outcome instanceof Outcome.KindMismatch mismatch) {
      String there =
          Words.quote(mismatch.key().path()) + " is " + CommandText.format(mismatch.there());
      return "kind-mismatch " + there + " " + format(mismatch.standing());
    } else if (outcome instanceof Outcome.Deadlock deadlock) {
      return deadlock.cycle().stream()
          .map(AppliedText::format)
          .collect(Collectors.joining(", ", "deadlock ", ""));
    }
    throw new AssertionError(outcome);
  }

  private static String format(Standing standing) {
    String holders =
        standing.holders().stream()
            .map(AppliedText::format)
            .collect(Collectors.joining(", ", "held-by=[", "]"));
    return holders + " waiting=" + standing.waiting();
  }

  private static String format(Outcome.Holder holder) {
    String key = Words.quote(holder.key().path());
    return format(holder.owner()) + " " + key + " token=" + holder.token();
  }

  private static String format(Outcome.Wait wait) {
    String key = Words.quote(wait.key().path());
    return format(wait.owner())
        + formatParty(wait.owner(), wait.party())
        + " waits for "
        + key
        + " of "
        + format(wait.blockedBy())
        + formatParty(wait.blockedBy(), wait.blockedByParty());
  }

  static String format(Event event) {
    return event.revision() + " " + formatChange(event);
  }

  private static String formatChange(Event event) {
    if (event instanceof Event.Granted granted) {
      String upgrade =
          granted.cause() == GrantCause.UPGRADED
              ? " replaced=" + granted.replaced() + " answers=" + granted.answered()
              : "";
      return "granted " + formatWhat(granted.hold()) + " " + granted.cause() + upgrade;
    } else if (event instanceof Event.Queued queued) {
      return "queued " + formatWhat(queued.request());
    } else if (event instanceof Event.Released released) {
      return "released " + format(released.hold()) + " " + released.cause();
    } else if (event instanceof Event.Withdrawn withdrawn) {
      return "withdrawn " + format(withdrawn.request()) + " " + withdrawn.cause();
    } else if (event instanceof Event.ValueChanged changed) {
      return "value-changed " + format(changed.hold());
    } else if (event instanceof Event.Downgraded downgraded) {
      return "downgraded " + format(downgraded.hold());
    }
    throw new AssertionError(event);
  }

  static String format(Hold hold) {
    return "token=" + hold.token() + " " + formatWhat(hold);
  }

  static String format(WaitingRequest request) {
    return "arrival=" + request.arrival() + " " + formatWhat(request);
  }

  private static String formatWhat(Hold hold) {
    String party = formatParty(hold.owner(), hold.party());
    String who = hold.request() + " " + format(hold.owner()) + party;
    return who + " " + CommandText.format(hold.targets()) + format(hold.value());
  }

  private static String formatWhat(WaitingRequest request) {
    String party = formatParty(request.owner(), request.party());
    String who = request.request() + " " + format(request.owner()) + party;
    String upgrade = request.isUpgrade() ? " upgrade-of=" + request.upgradeOf() : "";
    return who + " " + CommandText.format(request.targets()) + format(request.value()) + upgrade;
  }

  private static String format(OwnerId owner) {
    return owner.session() + "/" + Words.quote(owner.label());
  }

  private static String formatParty(OwnerId owner, String party) {
    return party.equals(owner.label()) ? "" : " party=" + Words.quote(party);
  }

  private static String format(Value value) {
    return value.size() == 0 ? "" : " value=" + ValueText.format(value);
  }
}
