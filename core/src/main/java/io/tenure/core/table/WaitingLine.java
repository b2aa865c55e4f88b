package io.tenure.core.table;

import io.tenure.core.session.Owner;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiting targets of one index that conflict with requests of one mode, in order of place.
 *
 * <p>One owner may have thousands of neighbours in a line, none of which stands in its own way. So
 * that they need not be walked to find the one behind which a claim must wait, the first of each
 * run of neighbours of one owner is noted. Most lines have no such run, and note nothing.
 */
public final class WaitingLine {
  private final TreeMap<Long, TargetClaim> targets = new TreeMap<>();

  /** The ends, at which nearly all come and go: they are known without a look-up. */
  private @Nullable TargetClaim first;

  private @Nullable TargetClaim last;

  /** The place of the first of each run of two or more of one owner. */
  private @Nullable TreeSet<Long> runs;

  /** Made when first needed. */
  private @Nullable SharedWitness sharedWitness;

  int size() {
    return targets.size();
  }

  @Nullable TargetClaim first() {
    return first;
  }

  /** Whether somebody waits behind this place. */
  boolean hasWaiterBehind(long place) {
    return last != null && last.place() > place;
  }

  Iterable<TargetClaim> inOrder() {
    return targets.values();
  }

  /** Those ahead of a place, the last one first. */
  Iterable<TargetClaim> backFrom(long place) {
    return targets.headMap(place, false).descendingMap().values();
  }

  public void add(TargetClaim target) {
    long place = target.place();
    boolean isLast = !hasWaiterBehind(place);
    TargetClaim before = isLast ? last : targetOf(targets.lowerEntry(place));
    TargetClaim after = isLast ? null : targetOf(targets.higherEntry(place));
    targets.put(place, target);
    first = before == null ? target : first;
    last = after == null ? target : last;
    if (runs != null || isOfOneOwner(before, target) || isOfOneOwner(target, after)) {
      noteRunAt(before);
      noteRunAt(target);
      noteRunAt(after);
    }
  }

  public void remove(TargetClaim target) {
    long place = target.place();
    targets.remove(place);
    TargetClaim before = target == first ? null : targetOf(targets.lowerEntry(place));
    TargetClaim after = target == last ? null : targetOf(targets.higherEntry(place));
    first = before == null ? after : first;
    last = after == null ? before : last;
    if (runs != null || isOfOneOwner(before, after)) {
      note(place, false);
      noteRunAt(before);
      noteRunAt(after);
    }
  }

  private void noteRunAt(@Nullable TargetClaim target) {
    if (target != null) {
      long place = target.place();
      boolean goesOn = isOfOneOwner(target, targetOf(targets.higherEntry(place)));
      note(place, goesOn && !isOfOneOwner(targetOf(targets.lowerEntry(place)), target));
    }
  }

  private void note(long place, boolean startsRun) {
    if (startsRun) {
      runs = runs == null ? new TreeSet<>() : runs;
      runs.add(place);
    } else if (runs != null) {
      runs.remove(place);
      runs = runs.isEmpty() ? null : runs;
    }
  }

  /**
   * What a claim is to watch that stands behind somebody in this line: the last one that is another
   * owner's, or, if that has many watchers, the sharedWitness.
   *
   * @return null if nobody ahead of the target is another owner's
   */
  @Nullable
  public Witness against(TargetClaim target) {
    TargetClaim ahead = lastOfAnother(target.owner(), target.claim.place);
    if (ahead == null) {
      return null;
    }
    if (!ahead.claim.hasManyWatchers()) {
      return ahead.claim;
    }
    sharedWitness = sharedWitness == null ? new SharedWitness(this) : sharedWitness;
    return sharedWitness.reasonFor(target.claim, ahead.claim);
  }

  /** The last one before a place that is not the owner's, in as many steps as a look-up takes. */
  private @Nullable TargetClaim lastOfAnother(Owner owner, long place) {
    boolean isBehindAll = last != null && last.place() < place;
    TargetClaim ahead = isBehindAll ? last : targetOf(targets.lowerEntry(place));
    if (ahead == null || ahead.owner() != owner) {
      return ahead;
    }
    TargetClaim before = targetOf(targets.lowerEntry(ahead.place()));
    if (before == null || before.owner() != owner) {
      return before;
    }
    // Two neighbours of one owner: their run is noted.
    Long start = runs == null ? null : runs.floor(ahead.place());
    if (start == null) {
      throw new IllegalStateException("broken invariant: a run of one owner is not noted");
    }
    return targetOf(targets.lowerEntry(start));
  }

  private static boolean isOfOneOwner(@Nullable TargetClaim left, @Nullable TargetClaim right) {
    return left != null && right != null && left.owner() == right.owner();
  }

  private static @Nullable TargetClaim targetOf(Map.@Nullable Entry<Long, TargetClaim> entry) {
    return entry == null ? null : entry.getValue();
  }
}
