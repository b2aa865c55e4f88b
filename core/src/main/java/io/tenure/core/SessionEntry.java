package io.tenure.core;

import io.tenure.core.Snapshot.SessionImage;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A live session: its owners, its live requests by number, those that stand aside while their
 * client is away, and the answers to its ended ones.
 */
final class SessionEntry {
  /** How many ended answers the shard keeps, over all sessions. */
  static final class Quota {
    private final int perSession;
    private final int perShard;
    private final int share;
    private int kept;

    Quota(Limits limits) {
      perSession = limits.answersPerSession();
      perShard = limits.answers();
      share = Math.max(1, limits.answers() / limits.sessions());
    }
  }

  /** Most sessions have one or two owners at a time. */
  private static final int FEW = 2;

  /** A table that has had to hold more owners than this is given up when it is empty. */
  private static final int MANY = 64;

  final Session session;
  private final Quota quota;
  private Map<String, Owner> owners = new HashMap<>(FEW);
  private int mostOwners;

  /** Numbers are the client's choice, so this table must stand up to ill-chosen ones. */
  private final Map<Long, Claim> live = new HashMap<>(FEW);

  /** How many of the live ones wait; the others are held. */
  int waitingRequests;

  /** By number; made when first needed, for most clients never lose their connection. */
  private @Nullable TreeMap<Long, WaitingRequest> away;

  private final Answers answers = new Answers();
  private long forgottenThrough;

  /**
   * The greatest of the live numbers, those that are away, the answered ones and {@code
   * forgottenThrough}. Kept running, because a number goes from one of them to another and is never
   * lost; so a restored session, which has only what is left, comes to the same.
   */
  private long highestNumber;

  /** As it was when a snapshot was last taken, or null if it has changed since. */
  private @Nullable SessionImage image;

  SessionEntry(Session session, Quota quota) {
    this.session = session;
    this.quota = quota;
  }

  Owner owner(String label) {
    Owner owner = owners.get(label);
    if (owner == null) {
      owner = new Owner(new OwnerId(session.id(), label), this);
      owners.put(label, owner);
      mostOwners = Math.max(mostOwners, owners.size());
    }
    return owner;
  }

  void dropIfIdle(Owner owner) {
    if (owner.isIdle()) {
      owners.remove(owner.id.label());
      if (owners.isEmpty() && mostOwners > MANY) {
        owners = new HashMap<>(FEW);
        mostOwners = 0;
      }
    }
  }

  Collection<Claim> live() {
    return live.values();
  }

  SessionTally tally() {
    return new SessionTally(session, live.size() - waitingRequests, waitingRequests);
  }

  @Nullable Claim live(long number) {
    return live.get(number);
  }

  void addLive(Claim claim) {
    live.put(claim.number, claim);
    highestNumber = Math.max(highestNumber, claim.number);
  }

  void removeLive(long number) {
    live.remove(number);
  }

  void addAway(WaitingRequest request) {
    away = away == null ? new TreeMap<>() : away;
    long number = request.request().number();
    away.put(number, request);
    highestNumber = Math.max(highestNumber, number);
    image = null;
  }

  int awayCount() {
    return away == null ? 0 : away.size();
  }

  @Nullable WaitingRequest away(long number) {
    return away == null ? null : away.get(number);
  }

  @Nullable WaitingRequest removeAway(long number) {
    if (away == null) {
      return null;
    }
    WaitingRequest removed = away.remove(number);
    away = away.isEmpty() ? null : away;
    image = removed == null ? image : null;
    return removed;
  }

  /** A copy of those that are numbered up to this, by number. */
  List<WaitingRequest> awayThrough(long number) {
    return away == null ? List.of() : List.copyOf(away.headMap(number, true).values());
  }

  long highestNumber() {
    return highestNumber;
  }

  long forgottenThrough() {
    return forgottenThrough;
  }

  void forgetThrough(long number) {
    if (number > forgottenThrough) {
      forgottenThrough = number;
      highestNumber = Math.max(highestNumber, number);
      image = null;
      quota.kept -= answers.dropThrough(number);
    }
  }

  Answers.@Nullable Answer answer(long number) {
    return answers.find(number);
  }

  SessionImage image() {
    if (image == null) {
      image =
          new SessionImage(
              session, forgottenThrough, answers.toList(), awayThrough(Long.MAX_VALUE));
    }
    return image;
  }

  /** Keeps an answer; where there is no room, the session's oldest one goes. */
  void remember(long number, Answers.Kind kind, Outcome outcome) {
    if (number <= forgottenThrough) {
      return;
    }
    boolean full =
        answers.size() >= quota.perSession
            || (quota.kept >= quota.perShard && answers.size() >= quota.share);
    if (full) {
      forgetThrough(answers.lowest().number());
    }
    restore(new Answers.Answer(number, kind, outcome));
  }

  void restore(Answers.Answer answer) {
    if (answer.number() > forgottenThrough) {
      answers.add(answer);
      image = null;
      quota.kept++;
      highestNumber = Math.max(highestNumber, answer.number());
    }
  }
}
