package io.tenure.core.random;

import io.tenure.core.model.Limits;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** How clients number their requests and acknowledge the answers: mostly well. */
final class Numbers {
  private final int acknowledgePercent;
  private final Map<SessionId, Long> newest = new HashMap<>();
  private final Map<SessionId, Long> acknowledged = new HashMap<>();

  Numbers(int acknowledgePercent) {
    this.acknowledgePercent = acknowledgePercent;
  }

  long newest(SessionId session) {
    return newest.getOrDefault(session, 0L);
  }

  /** The next number, mostly; or one that leaves a gap, or any up to there. */
  RequestId next(SessionId session, SplittableRandom random) {
    long last = newest(session);
    int roll = random.nextInt(100);
    long number = last + 1;
    if (roll < 6) {
      number += 1 + random.nextInt(2);
    } else if (roll < 12) {
      number = 1 + random.nextLong(last + 1);
    }
    newest.put(session, Math.max(last, number));
    return new RequestId(session, number);
  }

  /** What was acknowledged before, mostly; sometimes more, or, as a late message would, less. */
  long acknowledge(RequestId request, SplittableRandom random) {
    long before = acknowledged.getOrDefault(request.session(), 0L);
    long most = request.number() - 1;
    long now = Math.min(before, most);
    if (random.nextInt(100) < acknowledgePercent) {
      now += random.nextLong(most - now + 1);
    } else if (random.nextInt(100) < 10) {
      now = random.nextLong(now + 1);
    }
    acknowledged.put(request.session(), Math.max(before, now));
    return now;
  }

  /** A revision to raise to: mostly 0, sometimes near the present one or near the greatest. */
  static long above(long revision, SplittableRandom random) {
    long most = Limits.MAX_REVISION;
    long steps = revision / Limits.REVISION_STEP;
    return switch (random.nextInt(5)) {
      case 0 -> most - random.nextLong(2 * Limits.REVISION_STEP);
      case 1 -> Math.min(most, revision + random.nextLong(3 * Limits.REVISION_STEP));
      case 2 -> Math.min(most, (steps + random.nextInt(3)) * Limits.REVISION_STEP);
      default -> 0;
    };
  }
}
