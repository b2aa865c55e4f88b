package io.tenure.core.model;

import io.tenure.core.model.Outcome.Holder;
import io.tenure.core.model.Outcome.Standing;
import io.tenure.core.model.Outcome.Wait;
import io.tenure.core.table.Claim;
import java.util.List;

/**
 * How much memory things take, in bytes: what the limits in bytes count. The figures are of a
 * 64-bit JVM with compressed references, rounded up, with every key's path taken to be its own; so
 * they are what is taken at most, and the same on every replica. {@code FootprintTest} compares
 * them with a real heap.
 */
public final class Footprint {
  /** A session: in here, in the leader's clock, and in the front end. */
  public static final long SESSION = 800;

  /** A hold or a waiting request without its targets: claim, record, owner, and their indexes. */
  private static final long CLAIM = 520;

  /** One target: its place at its key. */
  private static final long TARGET = 200;

  /** A label that is not made up, as an owner or as a party. */
  private static final long LABEL = 200;

  /** A link to the key, or to one above it. */
  private static final long SEGMENT = 40;

  /** What waits is in two sorted tables at its key and at every key above. */
  private static final long WAITING_SEGMENT = 160;

  /**
   * A node of the trie of keys, with its tables. Nodes are counted as they are, since keys have
   * many of them in common; all of them count as held.
   */
  public static final long NODE = 290;

  private static final long ANSWER = 100;
  private static final long TEXT = 56;

  private Footprint() {}

  /** Of a hold. */
  public static long of(Hold hold) {
    return claim(hold.owner(), hold.party(), hold.targets(), hold.value(), SEGMENT);
  }

  /** Of a request that waits or stands aside. */
  public static long of(WaitingRequest waiting) {
    return waiting(waiting.owner(), waiting.party(), waiting.targets(), waiting.value());
  }

  public static long held(Claim claim, Value value) {
    return claim(claim.owner.id, claim.party.id.label(), claim.wanted, value, SEGMENT);
  }

  public static long waiting(Claim claim, Value value) {
    return waiting(claim.owner.id, claim.party.id.label(), claim.wanted, value);
  }

  private static long waiting(OwnerId owner, String party, List<Target> targets, Value value) {
    return claim(owner, party, targets, value, WAITING_SEGMENT);
  }

  private static long claim(
      OwnerId owner, String party, List<Target> targets, Value value, long perSegment) {
    long bytes = CLAIM + text(owner.label()) + value.size();
    bytes += owner.isFresh() ? 0 : LABEL;
    if (!party.equals(owner.label())) {
      bytes += text(party) + LABEL;
    }
    for (Target target : targets) {
      String path = target.key().path();
      bytes += TARGET + 2 * text(path) + perSegment * segments(path);
    }
    return bytes;
  }

  private static int segments(String path) {
    int segments = 0;
    for (int at = 0; at >= 0; at = path.indexOf('/', at + 1)) {
      segments++;
    }
    return segments;
  }

  /** Of an ended answer. */
  public static long of(Outcome outcome) {
    if (outcome instanceof Outcome.Busy busy) {
      return ANSWER + of(busy.standing());
    } else if (outcome instanceof Outcome.KindMismatch mismatch) {
      return ANSWER + text(mismatch.key().path()) + of(mismatch.standing());
    } else if (outcome instanceof Outcome.Deadlock deadlock) {
      long bytes = ANSWER;
      for (Wait wait : deadlock.cycle()) {
        bytes += ANSWER + text(wait.key().path());
        bytes += text(wait.owner().label()) + text(wait.blockedBy().label());
        bytes += text(wait.party()) + text(wait.blockedByParty());
      }
      return bytes;
    }
    return ANSWER;
  }

  private static long of(Standing standing) {
    long bytes = ANSWER;
    for (Holder holder : standing.holders()) {
      bytes += ANSWER + text(holder.key().path()) + text(holder.owner().label());
    }
    return bytes;
  }

  /** A text has one byte a character, or two if one of them needs it. */
  private static long text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xFF) {
        return TEXT + 2L * text.length();
      }
    }
    return TEXT + text.length();
  }
}
