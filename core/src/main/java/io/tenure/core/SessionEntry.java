package io.tenure.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A live session: its owners, its live requests by number, and the answers to its ended ones. */
final class SessionEntry {
  /** How many ended answers the shard keeps, over all sessions. */
  static final class Quota {
    private final int perSession;
    private final int perShard;
    private int kept;

    Quota(Limits limits) {
      perSession = limits.answersPerSession();
      perShard = limits.answers();
    }
  }

  /** Most sessions have one or two owners at a time. */
  private static final int FEW = 2;

  final Session session;
  private final Quota quota;
  private final Map<String, Owner> owners = new HashMap<>(FEW);
  private final LongMap<Claim> live = new LongMap<>();
  private final Answers answers = new Answers();
  private long forgottenThrough;

  SessionEntry(Session session, Quota quota) {
    this.session = session;
    this.quota = quota;
  }

  Owner owner(String label) {
    Owner owner = owners.get(label);
    if (owner == null) {
      owner = new Owner(new OwnerId(session.id(), label), this);
      owners.put(label, owner);
    }
    return owner;
  }

  void dropIfIdle(Owner owner) {
    if (owner.isIdle()) {
      owners.remove(owner.id.label());
    }
  }

  List<Claim> live() {
    return live.values();
  }

  @Nullable Claim live(long number) {
    return live.get(number);
  }

  void addLive(Claim claim) {
    live.put(claim.number, claim);
  }

  void removeLive(long number) {
    live.remove(number);
  }

  long forgottenThrough() {
    return forgottenThrough;
  }

  void forgetThrough(long number) {
    if (number > forgottenThrough) {
      forgottenThrough = number;
      quota.kept -= answers.dropThrough(number);
    }
  }

  Answers.@Nullable Answer answer(long number) {
    return answers.find(number);
  }

  List<Answers.Answer> answers() {
    return answers.toList();
  }

  /** Keeps an answer; where there is no room, the session's oldest one goes. */
  void remember(long number, Answers.Kind kind, Outcome outcome) {
    if (number <= forgottenThrough) {
      return;
    }
    boolean full =
        answers.size() >= quota.perSession || (quota.kept >= quota.perShard && answers.size() > 0);
    if (full) {
      forgetThrough(answers.lowest().number());
    }
    restore(new Answers.Answer(number, kind, outcome));
  }

  void restore(Answers.Answer answer) {
    if (answer.number() > forgottenThrough) {
      answers.add(answer);
      quota.kept++;
    }
  }
}
