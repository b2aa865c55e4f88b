package io.tenure.core.random.check;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.naive.Picture;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts what scripts have met, to show that the generator goes everywhere. */
public final class Coverage {
  /** Reached by tests of their own: they need more claims or events than a script makes. */
  private static final Set<Outcome.Limit> OUT_OF_REACH = EnumSet.of(Outcome.Limit.DEADLOCK_STEPS);

  private static final List<String> SITUATIONS =
      List.of(
          "state: more than 16 hold",
          "state: more than 16 wait",
          "queue: 4 or more wait",
          "queue: back ahead of others",
          "queue: back, but at the end",
          "grant: back ahead of others",
          "queue: upgrade",
          "queue: several keys",
          "queue: subtree",
          "queue: semaphore full",
          "queue: partly covered",
          "grant: partly covered",
          "grant: several from one command",
          "grant: left to the next command",
          "refused: deadlock of 3 or more");

  private final Map<String, Long> counts = new TreeMap<>();

  public Coverage() {
    for (Class<?> outcome : Outcome.class.getPermittedSubclasses()) {
      need("outcome " + outcome.getSimpleName());
    }
    for (Outcome.Limit limit : EnumSet.complementOf(EnumSet.copyOf(OUT_OF_REACH))) {
      need("limit " + limit);
    }
    for (Outcome.NotHeldReason reason : Outcome.NotHeldReason.values()) {
      need("not held: " + reason);
    }
    for (Outcome.NotConvertibleReason reason : Outcome.NotConvertibleReason.values()) {
      need("not convertible: " + reason);
    }
    for (Event.EndCause cause : Event.EndCause.values()) {
      need("ended: " + cause);
    }
    for (Event.GrantCause cause : Event.GrantCause.values()) {
      need("granted: " + cause);
    }
    for (Class<?> event : Event.class.getPermittedSubclasses()) {
      need("event " + event.getSimpleName());
    }
    SITUATIONS.forEach(this::need);
  }

  /** How often everything was met, the things never met included. */
  public Map<String, Long> counts() {
    return counts;
  }

  public void count(Applied applied, LockState after) {
    count(applied.outcome());
    Picture now = new Picture(after.holds(), after.waiting());
    if (now.holds().size() > 16) {
      add("state: more than 16 hold");
    }
    if (now.waiting().size() > 16) {
      add("state: more than 16 wait");
    }
    long granted = 0;
    for (Event event : applied.events()) {
      add("event " + event.getClass().getSimpleName());
      if (event instanceof Event.Granted grant) {
        granted++;
        add("granted: " + grant.cause());
        if (isPartlyCovered(now, grant.hold().owner(), grant.hold().targets(), grant.hold())) {
          add("grant: partly covered");
        }
      } else if (event instanceof Event.Released released) {
        add("ended: " + released.cause());
      } else if (event instanceof Event.Withdrawn withdrawn) {
        add("ended: " + withdrawn.cause());
      } else if (event instanceof Event.Queued queued) {
        count(now, queued.request());
      }
    }
    if (granted > 1) {
      add("grant: several from one command");
    }
    if (now.waiting().stream().anyMatch(now::isGrantable)) {
      add("grant: left to the next command");
    }
  }

  /** How those fared who were away and whom these events let wait or hold again. */
  public void countReturn(List<WaitingRequest> away, List<Event> events, LockState after) {
    for (WaitingRequest absent : away) {
      boolean overtakes =
          after.waiting().stream().anyMatch(other -> Picture.isEarlier(absent, other));
      for (Event event : events) {
        if (event instanceof Event.Queued queued
            && queued.request().request().equals(absent.request())) {
          boolean atEnd = queued.request().arrival() == queued.revision();
          add(
              atEnd
                  ? "queue: back, but at the end"
                  : overtakes ? "queue: back ahead of others" : "queue: back, nobody behind");
        } else if (event instanceof Event.Granted granted
            && granted.answered().equals(absent.request())
            && overtakes) {
          add("grant: back ahead of others");
        }
      }
    }
  }

  private void count(Outcome outcome) {
    add("outcome " + outcome.getClass().getSimpleName());
    if (outcome instanceof Outcome.LimitReached reached) {
      add("limit " + reached.limit());
    } else if (outcome instanceof Outcome.NotHeld notHeld) {
      add("not held: " + notHeld.reason());
    } else if (outcome instanceof Outcome.NotConvertible refused) {
      add("not convertible: " + refused.reason());
    } else if (outcome instanceof Outcome.Deadlock deadlock && deadlock.cycle().size() > 2) {
      add("refused: deadlock of 3 or more");
    }
  }

  private void count(Picture now, WaitingRequest request) {
    if (now.waiting().size() >= 4) {
      add("queue: 4 or more wait");
    }
    if (request.isUpgrade()) {
      add("queue: upgrade");
    }
    if (request.targets().size() > 1) {
      add("queue: several keys");
    }
    if (request.targets().stream().anyMatch(target -> target.scope() == Scope.SUBTREE)) {
      add("queue: subtree");
    }
    if (request.targets().stream().anyMatch(target -> now.isFull(request, target))) {
      add("queue: semaphore full");
    }
    if (request.targets().stream().anyMatch(target -> now.isCovered(request.owner(), target))) {
      add("queue: partly covered");
    }
  }

  private static boolean isPartlyCovered(
      Picture now, OwnerId owner, List<Target> targets, Hold itself) {
    List<Hold> others = now.holds().stream().filter(hold -> !hold.equals(itself)).toList();
    Picture without = new Picture(others, now.waiting());
    return targets.stream().anyMatch(target -> without.isCovered(owner, target));
  }

  private void need(String name) {
    counts.put(name, 0L);
  }

  private void add(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    counts.forEach((name, count) -> table.append(String.format("%9d  %s%n", count, name)));
    return table.toString();
  }
}
