package io.tenure.core.random.naive;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.WaitingRequest;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ended sessions that still have holds or waiting requests. */
final class NaiveEndings {
  private final NaiveLocks locks;
  private final Map<SessionId, EndCause> causes = new LinkedHashMap<>();

  NaiveEndings(NaiveLocks locks) {
    this.locks = locks;
  }

  void add(SessionId id, EndCause cause) {
    causes.put(id, cause);
  }

  List<SessionId> ids() {
    return List.copyOf(causes.keySet());
  }

  /** Ends waiting requests before holds, by number, in the order in which the sessions ended. */
  void endMore(int most) {
    int room = most;
    for (SessionId id : List.copyOf(causes.keySet())) {
      EndCause cause = causes.getOrDefault(id, EndCause.SESSION_CLOSED);
      List<WaitingRequest> withdrawn = waitingOf(id).stream().limit(room).toList();
      withdrawn.forEach(request -> locks.withdraw(request, cause));
      room -= withdrawn.size();
      List<Hold> released = heldBy(id).stream().limit(room).toList();
      released.forEach(hold -> locks.end(hold, cause));
      room -= released.size();
      if (room > 0 || (heldBy(id).isEmpty() && waitingOf(id).isEmpty())) {
        causes.remove(id);
      }
      if (room == 0) {
        break;
      }
    }
    locks.grantAll();
  }

  List<Hold> heldBy(SessionId id) {
    return locks.holds.stream()
        .filter(hold -> hold.owner().session().equals(id))
        .sorted(Comparator.comparing(hold -> hold.request().number()))
        .toList();
  }

  List<WaitingRequest> waitingOf(SessionId id) {
    return locks.waiting.stream()
        .filter(request -> request.owner().session().equals(id))
        .sorted(Comparator.comparing(request -> request.request().number()))
        .toList();
  }

  int left() {
    return causes.keySet().stream().mapToInt(id -> heldBy(id).size() + waitingOf(id).size()).sum();
  }
}
