package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.history.Wanted.Mode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The holds and waiting requests after each event of a log. Follows the events even where they are
 * wrong; callers check for conflicts before they apply an event.
 *
 * <p>A model that does not start at the first revision does not know what was held before: the
 * conflicts it reports exist, but there may be more.
 */
public final class LockModel {
  private record RequestKey(long session, long number) {}

  /** The place of those who came before the first event that is known. */
  private static final long BEFORE_ALL = 0;

  private final Claims held = new Claims();
  private final Claims waiting = new Claims();
  private final Map<Long, Claim> byToken = new HashMap<>();
  private final Map<RequestKey, Claim> byRequest = new HashMap<>();

  /** Where those stood who were absent and had to leave the line. */
  private final Map<RequestKey, Long> placesOfAbsent = new HashMap<>();

  private final long firstRevision;

  public LockModel(long firstRevision) {
    this.firstRevision = firstRevision;
  }

  /** Whether nothing has happened that it has not been told of. */
  public boolean knowsAll() {
    return firstRevision == 1;
  }

  @Nullable Claim held(long token) {
    return byToken.get(token);
  }

  @Nullable
  public Claim waiting(LogEvent event) {
    return byRequest.get(keyOf(event));
  }

  private static RequestKey keyOf(LogEvent event) {
    return new RequestKey(event.session(), event.request());
  }

  /** What begins to wait or is granted at once: where it stood, if it is back, else at the end. */
  public Claim asked(Entry.Watched seen) {
    LogEvent event = seen.event();
    boolean isBack = event.kind() == LogEvent.Kind.GRANTED || event.cause().equals(Cause.BACK);
    Long stood = isBack ? placesOfAbsent.get(keyOf(event)) : null;
    if (stood == null) {
      return event.cause().equals(Cause.BACK) ? Claim.at(BEFORE_ALL, seen) : Claim.of(seen);
    }
    return Claim.at(stood, seen);
  }

  /** What is held at a key, or above it and reaches down to it, in order of tokens. */
  public List<Claim> heldAt(String key) {
    List<Claim> found = held.meeting(plain(key), part -> true);
    found.sort(Comparator.comparingLong(claim -> claim.origin().event().token()));
    return found;
  }

  /** How many wait for this key itself. */
  public int waitingAt(String key) {
    return waiting.meeting(plain(key), part -> part.target().key().equals(key)).size();
  }

  private static Wanted plain(String key) {
    return new Wanted(key, Mode.EXCLUSIVE, false, 0);
  }

  // ----------------------------------------------------------------------------- the grant rule

  /** The holds of others because of which it must not be granted. */
  public List<Claim> holdersAgainst(Claim wish) {
    List<Claim> found = new ArrayList<>(0);
    for (Wanted target : wish.targets()) {
      if (!isCovered(wish, target)) {
        found.addAll(held.meeting(target, othersAgainst(wish, target)));
        found.addAll(permitsAgainst(wish, target, claim -> false));
      }
    }
    return found;
  }

  /**
   * The waiting requests of others because of which it must not be granted yet.
   *
   * @param isAhead whether a waiting request comes before it
   */
  public List<Claim> waitingAgainst(Claim wish, Predicate<Claim> isAhead) {
    List<Claim> found = new ArrayList<>(0);
    for (Wanted target : wish.targets()) {
      if (isCovered(wish, target)) {
        continue;
      }
      Predicate<Claims.Part> against = othersAgainst(wish, target);
      found.addAll(
          waiting.meeting(target, part -> isAhead.test(part.claim()) && against.test(part)));
      if (permitsAgainst(wish, target, claim -> false).isEmpty()) {
        found.addAll(permitsAgainst(wish, target, isAhead));
      }
    }
    return found;
  }

  private static Predicate<Claims.Part> othersAgainst(Claim wish, Wanted target) {
    return part -> !part.claim().isOfSameOwner(wish) && Rules.conflict(part.target(), target);
  }

  private boolean isCovered(Claim wish, Wanted target) {
    return held.anyMeeting(
        target, part -> part.claim().isOfSameOwner(wish) && Rules.covers(part.target(), target));
  }

  /**
   * Those who have the permits of a semaphore, or are to get them before, if that is all of them.
   */
  private List<Claim> permitsAgainst(Claim wish, Wanted target, Predicate<Claim> isAhead) {
    if (target.mode() != Mode.SEMAPHORE) {
      return List.of();
    }
    Predicate<Claims.Part> competes =
        part -> !part.claim().isOfSameOwner(wish) && Rules.arePermitsOfOne(part.target(), target);
    List<Claim> found = held.meeting(target, competes);
    found.addAll(
        waiting.meeting(target, part -> isAhead.test(part.claim()) && competes.test(part)));
    Set<Claim.Owner> owners = new HashSet<>();
    found.forEach(claim -> owners.add(claim.owner()));
    return owners.size() >= target.permits() ? found : List.of();
  }

  /** For each target the first in line of those who wait for what it reaches. */
  public List<Claim> firstsAt(List<Wanted> targets) {
    List<Claim> firsts = new ArrayList<>(1);
    for (Wanted target : targets) {
      waiting.meeting(target, part -> true).stream()
          .min(Comparator.comparingLong(Claim::place))
          .ifPresent(firsts::add);
    }
    return firsts;
  }

  // ------------------------------------------------------------------------------------- events

  /**
   * Follows an event.
   *
   * @return what is wrong with it, if it tells of something that was not so; null otherwise
   */
  @Nullable
  public String apply(Entry.Watched seen) {
    return switch (seen.event().kind()) {
      case GRANTED -> granted(seen);
      case QUEUED -> queued(seen);
      case RELEASED -> released(seen.event());
      case WITHDRAWN -> withdrawn(seen.event());
      case VALUE_CHANGED, DOWNGRADED -> changed(seen.event());
    };
  }

  private @Nullable String granted(Entry.Watched seen) {
    LogEvent event = seen.event();
    boolean wasHeld = byToken.containsKey(event.token());
    Claim waited = byRequest.remove(keyOf(event));
    placesOfAbsent.remove(keyOf(event));
    if (waited != null) {
      waiting.remove(waited);
    }
    boolean wasReplaced = event.replaced() == 0 || removeHeld(event.replaced()) != null;
    Claim claim = Claim.of(seen);
    removeHeld(event.token());
    byToken.put(event.token(), claim);
    held.add(claim);
    if (wasHeld) {
      return "its token is held already";
    } else if (!wasReplaced && event.replaced() >= firstRevision) {
      return "it replaces a hold that is none";
    } else if (event.cause().equals(Cause.ASKED) && waited != null) {
      return "it was asked for only now, but waits";
    } else if (event.cause().equals(Cause.WAITED) && waited == null && knowsAll()) {
      return "it has waited, but did not";
    }
    return waited != null && !isSame(waited, event) ? "it is not what had waited" : null;
  }

  private @Nullable String queued(Entry.Watched seen) {
    LogEvent event = seen.event();
    Claim plain = asked(seen);
    boolean mayBeUpgrade = plain.targets().stream().allMatch(target -> isHeldAsLock(plain, target));
    Claim claim = new Claim(seen, plain.place(), plain.targets(), plain.value(), mayBeUpgrade);
    Claim before = byRequest.put(keyOf(event), claim);
    boolean wasAbsent = placesOfAbsent.remove(keyOf(event)) != null;
    waiting.add(claim);
    if (before != null) {
      waiting.remove(before);
      return "it waits already";
    }
    return event.cause().equals(Cause.BACK) && !wasAbsent && knowsAll()
        ? "it is back, but was not absent"
        : null;
  }

  /** An upgrade asks for the keys of one hold, some of which may be exclusive already. */
  private boolean isHeldAsLock(Claim wish, Wanted target) {
    return target.mode() == Mode.EXCLUSIVE
        && held.anyMeeting(
            target,
            part ->
                part.claim().isOfSameOwner(wish)
                    && part.target().mode() != Mode.SEMAPHORE
                    && part.target().key().equals(target.key()));
  }

  private @Nullable String released(LogEvent event) {
    Claim claim = removeHeld(event.token());
    if (claim == null) {
      return event.token() >= firstRevision ? "its token is not held" : null;
    } else if (!isSame(claim, event)) {
      return "it is not what was held";
    }
    return claim.value().equals(event.value()) ? null : "its value is not what it was";
  }

  private @Nullable String withdrawn(LogEvent event) {
    Claim claim = byRequest.remove(keyOf(event));
    if (event.cause().equals(Cause.BY_ABSENCE)) {
      placesOfAbsent.put(keyOf(event), claim == null ? BEFORE_ALL : claim.place());
    }
    if (claim == null) {
      return knowsAll() ? "it did not wait" : null;
    }
    waiting.remove(claim);
    return isSame(claim, event) ? null : "it is not what had waited";
  }

  private @Nullable String changed(LogEvent event) {
    Claim claim = removeHeld(event.token());
    if (claim == null) {
      return event.token() >= firstRevision ? "its token is not held" : null;
    }
    Claim changed = new Claim(claim.origin(), claim.place(), event.targets(), event.value(), false);
    byToken.put(event.token(), changed);
    held.add(changed);
    return event.kind() == LogEvent.Kind.DOWNGRADED || isSame(claim, event)
        ? null
        : "it is not what was held";
  }

  private @Nullable Claim removeHeld(long token) {
    Claim claim = byToken.remove(token);
    if (claim != null) {
      held.remove(claim);
    }
    return claim;
  }

  private static boolean isSame(Claim claim, LogEvent event) {
    LogEvent origin = claim.origin().event();
    return origin.session() == event.session()
        && origin.owner().equals(event.owner())
        && claim.targets().equals(event.targets());
  }
}
