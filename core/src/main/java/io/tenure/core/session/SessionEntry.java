package io.tenure.core.session;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionTally;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.snapshot.Snapshot.SessionImage;
import io.tenure.core.table.Claim;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A live session: its owners, its live requests by number, the requests suspended while their
 * client is disconnected, and the answers of ended requests.
 */
public final class SessionEntry {
  /** How many ended answers the shard keeps, over all sessions, and how much memory they take. */
  public static final class Quota {
    private int perSession;
    private int perShard;
    private int share;
    private long bytesPerShard;
    private long shareOfBytes;
    private int kept;
    private long keptBytes;

    public Quota(Limits limits) {
      set(limits);
    }

    public void set(Limits limits) {
      perSession = limits.answersPerSession();
      perShard = limits.answers();
      share = Math.max(1, limits.answers() / limits.sessions());
      bytesPerShard = limits.answerBytes();
      shareOfBytes = limits.answerBytes() / limits.sessions();
    }

    /** The footprint of all of them. */
    public long bytes() {
      return keptBytes;
    }
  }

  /** Most sessions have one or two owners at a time. */
  private static final int FEW = 2;

  /** A table that has had to hold more owners than this is given up when it is empty. */
  private static final int MANY = 64;

  public final Session session;
  private final Quota quota;
  private Map<String, Owner> owners = new HashMap<>(FEW);
  private int mostOwners;

  /**
   * By number, so that the claims of a session end in the same order on every replica. Numbers are
   * the client's choice, so these tables must stand up to ill-chosen ones.
   */
  private final TreeMap<Long, Claim> held = new TreeMap<>();

  private final TreeMap<Long, Claim> waiting = new TreeMap<>();

  /** By number; made when first needed, for most clients never lose their connection. */
  private @Nullable TreeMap<Long, WaitingRequest> away;

  /**
   * What was asked for, for each hold that was converted since, by number: a retry asks for the
   * same again. Made when first needed.
   */
  private @Nullable TreeMap<Long, RequestFingerprint> callsBeforeConversion;

  private final RememberedAnswers answers = new RememberedAnswers();
  private long forgottenThrough;

  /**
   * The greatest of the live numbers, those that are away, the answered ones and {@code
   * forgottenThrough}. Kept running, because a number goes from one of them to another and is never
   * lost; so a restored session, which has only what is left, comes to the same.
   */
  private long highestNumber;

  /** As it was when a snapshot was last taken, or null if it has changed since. */
  private @Nullable SessionImage image;

  public SessionEntry(Session session, Quota quota) {
    this.session = session;
    this.quota = quota;
  }

  /** The owner with this label, or, for a label that stands for one request alone, a new one. */
  public Owner owner(String label) {
    if (label.startsWith(OwnerId.FRESH)) {
      return new Owner(new OwnerId(session.id(), label), this);
    }
    Owner owner = owners.get(label);
    if (owner == null) {
      owner = new Owner(new OwnerId(session.id(), label), this);
      owners.put(label, owner);
      mostOwners = Math.max(mostOwners, owners.size());
    }
    return owner;
  }

  /** The party with this label of a claim of this owner. */
  public Owner party(Owner owner, String label) {
    return label.equals(owner.id.label()) ? owner : owner(label);
  }

  public void dropIfIdle(Claim claim) {
    dropIfIdle(claim.owner);
    if (claim.party != claim.owner) {
      dropIfIdle(claim.party);
    }
  }

  private void dropIfIdle(Owner owner) {
    if (!owner.isFresh() && owner.isIdle()) {
      owners.remove(owner.id.label());
      if (owners.isEmpty() && mostOwners > MANY) {
        owners = new HashMap<>(FEW);
        mostOwners = 0;
      }
    }
  }

  public int heldCount() {
    return held.size();
  }

  public int waitingCount() {
    return waiting.size();
  }

  public boolean isEmpty() {
    return held.isEmpty() && waiting.isEmpty();
  }

  /** A request that waits, the one with the lowest number; null if none does. */
  @Nullable
  public Claim firstWaiting() {
    return waiting.isEmpty() ? null : waiting.firstEntry().getValue();
  }

  @Nullable
  public Claim firstHeld() {
    return held.isEmpty() ? null : held.firstEntry().getValue();
  }

  public SessionTally tally() {
    return new SessionTally(session, held.size(), waiting.size());
  }

  @Nullable
  public Claim live(long number) {
    Claim claim = held.get(number);
    return claim == null && !waiting.isEmpty() ? waiting.get(number) : claim;
  }

  public void addHeld(Claim claim) {
    held.put(claim.number, claim);
    highestNumber = Math.max(highestNumber, claim.number);
  }

  public void removeHeld(Claim claim) {
    held.remove(claim.number);
  }

  public void addWaiting(Claim claim) {
    waiting.put(claim.number, claim);
    highestNumber = Math.max(highestNumber, claim.number);
  }

  public void removeWaiting(Claim claim) {
    waiting.remove(claim.number);
  }

  /** What the converted hold with this number was asked for as; null if it was not converted. */
  @Nullable
  public RequestFingerprint callBeforeConversion(long number) {
    return callsBeforeConversion == null ? null : callsBeforeConversion.get(number);
  }

  /** A hold is going to have other modes than it was asked for with. */
  public void keepCall(long number, RequestFingerprint call) {
    callsBeforeConversion = callsBeforeConversion == null ? new TreeMap<>() : callsBeforeConversion;
    callsBeforeConversion.put(number, call);
    image = null;
  }

  /** The hold is over. */
  public void dropCall(long number) {
    if (callsBeforeConversion != null && callsBeforeConversion.remove(number) != null) {
      callsBeforeConversion = callsBeforeConversion.isEmpty() ? null : callsBeforeConversion;
      image = null;
    }
  }

  public void addSuspended(WaitingRequest request) {
    away = away == null ? new TreeMap<>() : away;
    long number = request.request().number();
    away.put(number, request);
    highestNumber = Math.max(highestNumber, number);
    image = null;
  }

  public int suspendedCount() {
    return away == null ? 0 : away.size();
  }

  @Nullable
  public WaitingRequest away(long number) {
    return away == null ? null : away.get(number);
  }

  @Nullable
  public WaitingRequest removeSuspended(long number) {
    if (away == null) {
      return null;
    }
    WaitingRequest removed = away.remove(number);
    away = away.isEmpty() ? null : away;
    image = removed == null ? image : null;
    return removed;
  }

  /** A copy of those that are numbered up to this, by number. */
  public List<WaitingRequest> suspendedThrough(long number) {
    return away == null ? List.of() : List.copyOf(away.headMap(number, true).values());
  }

  public long highestNumber() {
    return highestNumber;
  }

  public long forgottenThrough() {
    return forgottenThrough;
  }

  public void forgetThrough(long number) {
    if (number > forgottenThrough) {
      forgottenThrough = number;
      highestNumber = Math.max(highestNumber, number);
      image = null;
      quota.kept -= answers.size();
      quota.keptBytes -= answers.bytes();
      answers.dropThrough(number);
      quota.kept += answers.size();
      quota.keptBytes += answers.bytes();
    }
  }

  public RememberedAnswers.@Nullable Answer answer(long number) {
    return answers.find(number);
  }

  public SessionImage image() {
    if (image == null) {
      image =
          new SessionImage(
              session,
              forgottenThrough,
              answers.toList(),
              suspendedThrough(Long.MAX_VALUE),
              callsBeforeConversion == null
                  ? Collections.emptySortedMap()
                  : new TreeMap<>(callsBeforeConversion));
    }
    return image;
  }

  /**
   * Keeps an answer. If memory is short, keeps it without the list of blocking holders and drops
   * the session's oldest answer.
   */
  public void remember(long number, RequestFingerprint call, Outcome outcome) {
    if (number <= forgottenThrough) {
      return;
    }
    boolean tight = quota.keptBytes + Footprint.of(outcome) > quota.bytesPerShard;
    RememberedAnswers.Answer answer =
        new RememberedAnswers.Answer(number, call, tight ? outcome.brief() : outcome);
    while (answers.size() > 0 && isFull(answer)) {
      forgetThrough(answers.lowest().number());
    }
    restore(answer);
  }

  private boolean isFull(RememberedAnswers.Answer answer) {
    boolean crowded = quota.kept >= quota.perShard && answers.size() >= quota.share;
    boolean heavy =
        quota.keptBytes + answer.bytes() > quota.bytesPerShard
            && answers.bytes() + answer.bytes() > quota.shareOfBytes;
    return answers.size() >= quota.perSession || crowded || heavy;
  }

  public void restore(RememberedAnswers.Answer answer) {
    if (answer.number() > forgottenThrough) {
      answers.add(answer);
      image = null;
      quota.kept++;
      quota.keptBytes += answer.bytes();
      highestNumber = Math.max(highestNumber, answer.number());
    }
  }
}
