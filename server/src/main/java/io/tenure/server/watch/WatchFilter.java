package io.tenure.server.watch;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events a subscriber wants. An event concerns a filter through any of its targets:
 *
 * <ul>
 *   <li>a target at the filter's key;
 *   <li>a target below it, if the filter is for the subtree;
 *   <li>a target above it that reaches down to it, that is, one of scope {@link Scope#SUBTREE}:
 *       such a lock keeps others from the key as much as a lock on the key itself.
 * </ul>
 *
 * @param key null for every event of the shard
 * @param subtree whether what is below the key is wanted too; always so without a key
 */
public record WatchFilter(@Nullable Key key, boolean subtree) {
  public static final WatchFilter EVERYTHING = new WatchFilter(null, true);

  public WatchFilter {
    subtree |= key == null;
  }

  /** Whether the subscriber wants to hear of the event. */
  public boolean concerns(Event event) {
    if (key == null) {
      return true;
    }
    List<Target> targets = EventContent.targets(event);
    for (int i = 0; i < targets.size(); i++) {
      if (concerns(key, targets.get(i))) {
        return true;
      }
    }
    return false;
  }

  private boolean concerns(Key watched, Target target) {
    Key touched = target.key();
    return touched.equals(watched)
        || (subtree && watched.isAncestorOf(touched))
        || (target.scope() == Scope.SUBTREE && touched.isAncestorOf(watched));
  }
}
