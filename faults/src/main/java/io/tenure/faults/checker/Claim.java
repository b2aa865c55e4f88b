package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import java.util.List;

/**
 * Something that is held, or that is waited for.
 *
 * @param origin the event that made it so
 * @param place in the order of arrival
 * @param targets as they are now, which a downgrade changes
 * @param value as it is now
 * @param mayBeUpgrade whether it waits to become what its owner holds in a weaker mode; then it may
 *     stand before everybody else, which an event does not tell
 */
public record Claim(
    Entry.Watched origin, long place, List<Wanted> targets, String value, boolean mayBeUpgrade) {
  /** At the end of the queue. */
  public static Claim of(Entry.Watched origin) {
    return at(origin.event().revision(), origin);
  }

  static Claim at(long place, Entry.Watched origin) {
    return new Claim(origin, place, origin.event().targets(), origin.event().value(), false);
  }

  Owner owner() {
    return new Owner(origin.event().session(), origin.event().owner());
  }

  public boolean isOfSameOwner(Claim other) {
    LogEvent mine = origin.event();
    LogEvent its = other.origin.event();
    return mine.session() == its.session() && mine.owner().equals(its.owner());
  }

  /** Who holds or waits. */
  record Owner(long session, String label) {}

  @Override
  public String toString() {
    LogEvent event = origin.event();
    return event.owner()
        + " of session "
        + event.session()
        + " (revision "
        + event.revision()
        + ")";
  }
}
