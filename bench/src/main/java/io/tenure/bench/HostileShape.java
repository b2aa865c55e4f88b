package io.tenure.bench;

import io.tenure.core.Applied;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * States that a hostile client can bring about within the default limits, each with a request whose
 * search for a deadlock is as long as it may be. The request is refused every time, so the state
 * stays as it is.
 */
public enum HostileShape {
  /** Each party holds a key and waits for that of the next one. */
  LONG_CHAIN {
    @Override
    List<Target> fill(Shard shard) {
      int parties = 4_000;
      grant(shard, ASKER, exclusive("/chain/" + parties));
      for (int i = 0; i < parties; i++) {
        grant(shard, "p" + i, exclusive("/chain/" + i));
      }
      for (int i = parties - 1; i >= 0; i--) {
        queue(shard, "p" + i, exclusive("/chain/" + (i + 1)));
      }
      return exclusive("/chain/0");
    }
  },

  /** Many readers of one key, each waiting for a key below a subtree of the asker. */
  WIDE_SHARED_HOLD {
    @Override
    List<Target> fill(Shard shard) {
      grant(shard, ASKER, subtree("/mine"));
      for (int i = 0; i < 6_000; i++) {
        grant(shard, "p" + i, List.of(Target.shared(Key.of("/wide"))));
        queue(shard, "p" + i, exclusive("/mine/" + i));
      }
      return exclusive("/wide");
    }
  },

  /** Many keys held below the subtree that is asked for; their holders wait for the asker. */
  SUBTREE_OVER_MANY_KEYS {
    @Override
    List<Target> fill(Shard shard) {
      grant(shard, ASKER, subtree("/mine"));
      for (int i = 0; i < 6_000; i++) {
        grant(shard, "p" + i, exclusive("/below/x/" + i));
        queue(shard, "p" + i, exclusive("/mine/" + i));
      }
      return subtree("/below");
    }
  },

  /** Parties with as many waiting requests as they may have, of 16 keys each. */
  MANY_WAITING_REQUESTS {
    @Override
    List<Target> fill(Shard shard) {
      List<Target> busy = targets(i -> exclusive("/busy/" + i));
      List<Target> reading = targets(i -> List.of(Target.shared(Key.of("/busy/" + i))));
      grant(shard, ASKER, busy);
      for (int party = 0; party < MAX_TARGETS; party++) {
        for (int i = 0; i < Limits.DEFAULT.waitersPerOwner(); i++) {
          shard.acquire(0, "owner-" + party + "-" + i, "p" + party, reading, true);
        }
        shard.acquire(0, "holder" + party, "p" + party, exclusive("/own/" + party), false);
      }
      return exclusive("/own/0");
    }
  };

  static final String ASKER = "asker";
  static final int MAX_TARGETS = AcquireLock.MAX_TARGETS;

  /** Brings the state about and returns what the asker asks for. */
  abstract List<Target> fill(Shard shard);

  static List<Target> exclusive(String path) {
    return Shard.exclusive(path);
  }

  static List<Target> subtree(String path) {
    return List.of(new Target(Key.of(path), Mode.EXCLUSIVE, Scope.SUBTREE));
  }

  static List<Target> targets(IntFunction<List<Target>> one) {
    return IntStream.range(0, MAX_TARGETS).mapToObj(i -> one.apply(i).get(0)).toList();
  }

  static void grant(Shard shard, String owner, List<Target> targets) {
    Shard.expectGranted(shard.acquire(0, owner, targets, false));
  }

  static void queue(Shard shard, String owner, List<Target> targets) {
    queue(shard, owner, "", targets);
  }

  static void queue(Shard shard, String owner, String party, List<Target> targets) {
    Applied applied = shard.acquire(0, owner, party, targets, true);
    if (!(applied.outcome() instanceof Outcome.Queued)) {
      throw new IllegalStateException("not queued: " + applied.outcome());
    }
  }
}
