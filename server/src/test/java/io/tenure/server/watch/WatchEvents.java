package io.tenure.server.watch;

import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Mode;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** Events to watch. */
final class WatchEvents {
  private static final SessionId SESSION = new SessionId(1);
  private static final OwnerId OWNER = new OwnerId(SESSION, "owner");
  private static final RequestId REQUEST = new RequestId(SESSION, 1);

  private WatchEvents() {}

  static Event granted(long revision, String... paths) {
    List<Target> targets = new ArrayList<>();
    for (String path : paths) {
      targets.add(Target.exclusive(Key.of(path)));
    }
    return granted(revision, targets, Value.NONE);
  }

  static Event granted(long revision, List<Target> targets, Value value) {
    return new Event.Granted(
        revision, hold(revision, targets, value), REQUEST, GrantCause.ASKED, 0);
  }

  static Target subtree(String path) {
    return new Target(Key.of(path), Mode.EXCLUSIVE, Scope.SUBTREE);
  }

  /** One event for each revision from the first to the last. */
  static List<Event> range(long first, long last, String path) {
    return LongStream.rangeClosed(first, last).mapToObj(n -> granted(n, path)).toList();
  }

  /** Any kind, about one or two of the keys. */
  static Event random(long revision, List<Key> keys, SplittableRandom random) {
    List<Target> targets = new ArrayList<>();
    for (int n = 1 + random.nextInt(2); n > 0; n--) {
      Scope scope = random.nextInt(4) == 0 ? Scope.SUBTREE : Scope.KEY;
      targets.add(new Target(keys.get(random.nextInt(keys.size())), Mode.SHARED, scope));
    }
    Hold hold = hold(1, targets, Value.NONE);
    WaitingRequest request = new WaitingRequest(1, OWNER, REQUEST, targets, Value.NONE, 0);
    return switch (random.nextInt(6)) {
      case 0 -> new Event.Granted(revision, hold, REQUEST, GrantCause.WAITED, 0);
      case 1 -> new Event.Queued(revision, request);
      case 2 -> new Event.Released(revision, hold, EndCause.RELEASED);
      case 3 -> new Event.Withdrawn(revision, request, EndCause.WITHDRAWN);
      case 4 -> new Event.ValueChanged(revision, hold);
      default -> new Event.Downgraded(revision, hold);
    };
  }

  private static Hold hold(long token, List<Target> targets, Value value) {
    return new Hold(token, OWNER, REQUEST, targets, value);
  }
}
