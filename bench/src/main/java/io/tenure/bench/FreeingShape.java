package io.tenure.bench;

import io.tenure.core.Applied;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * States that a client can bring about within the default limits, each with a command that takes
 * something out of the way of many waiting requests. The state has what further invocations need.
 */
public enum FreeingShape {
  /**
   * One of many readers leaves. An owner with more than a few holds has as many waiting requests as
   * it may have, for 15 nested keys each, where only its own requests are, and for what is read.
   */
  OWN_NESTED_REQUESTS {
    private static final int READERS = 2_000;
    private static final int NESTED = 15;

    @Override
    List<Supplier<Applied>> fill(Shard shard) {
      Target read = Target.shared(Key.of("/z"));
      List<Supplier<Applied>> releases = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        releases.add(release(shard, "reader-" + i, List.of(read)));
      }
      for (int i = 0; i <= MAX_TARGETS; i++) {
        HostileShape.grant(shard, OWNER, Shard.exclusive("/held/" + i));
      }
      List<Target> targets = new ArrayList<>(nested(NESTED));
      targets.add(Target.exclusive(Key.of("/z")));
      for (int i = 0; i < Limits.DEFAULT.waitersPerOwner(); i++) {
        HostileShape.queue(shard, OWNER, "party-" + i, targets);
      }
      return releases;
    }
  },

  /** Nine owners get all their requests of 16 keys at once. */
  ALL_REQUESTS_OF_NINE_OWNERS {
    private static final int OWNERS = 9;

    @Override
    List<Supplier<Applied>> fill(Shard shard) {
      Supplier<Applied> release = release(shard, "gate", Shard.exclusive("/z"));
      for (int owner = 0; owner < OWNERS; owner++) {
        for (int i = 0; i < Limits.DEFAULT.waitersPerOwner(); i++) {
          List<Target> targets = new ArrayList<>();
          for (int k = 1; k < MAX_TARGETS; k++) {
            targets.add(Target.exclusive(Key.of("/own/" + owner + "/" + i + "/" + k)));
          }
          targets.add(Target.shared(Key.of("/z")));
          HostileShape.queue(shard, "owner-" + owner, "p" + owner + "-" + i, targets);
        }
      }
      return List.of(release);
    }
  },

  /** The last of many requests for a subtree is withdrawn; all that wait below it stand behind. */
  LAST_OF_MANY_SUBTREE_REQUESTS {
    private static final int SUBTREES = 2_000;

    @Override
    List<Supplier<Applied>> fill(Shard shard) {
      HostileShape.grant(shard, "holder", HostileShape.subtree("/tree"));
      List<Supplier<Applied>> withdrawals = new ArrayList<>();
      for (int i = 0; i < SUBTREES; i++) {
        HostileShape.queue(shard, "subtree-" + i, HostileShape.subtree("/tree"));
        withdrawals.add(0, withdraw(shard, shard.lastNumber(0)));
      }
      queueBelow(shard);
      return withdrawals;
    }
  },

  /** A subtree is released that everything waits for. */
  SUBTREE_THAT_ALL_WAIT_FOR {

    @Override
    List<Supplier<Applied>> fill(Shard shard) {
      Supplier<Applied> release = release(shard, "holder", HostileShape.subtree("/tree"));
      queueBelow(shard);
      return List.of(release);
    }
  },

  /** The only request for a subtree is withdrawn; all that wait below it find another reason. */
  SUBTREE_REQUEST_BEFORE_A_SUBTREE {

    @Override
    List<Supplier<Applied>> fill(Shard shard) {
      HostileShape.grant(shard, "holder", HostileShape.subtree("/tree"));
      HostileShape.queue(shard, "subtree", HostileShape.subtree("/tree"));
      Supplier<Applied> withdrawal = withdraw(shard, shard.lastNumber(0));
      queueBelow(shard);
      return List.of(withdrawal);
    }
  };

  private static final int MAX_TARGETS = HostileShape.MAX_TARGETS;
  private static final String OWNER = "owner";
  private static final int BELOW = 200_000;

  /** Brings the state about and returns the commands to be measured, one after the other. */
  abstract List<Supplier<Applied>> fill(Shard shard);

  private static List<Target> nested(int depth) {
    List<Target> targets = new ArrayList<>();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < depth; i++) {
      path.append("/n");
      targets.add(new Target(Key.of(path.toString()), Mode.EXCLUSIVE, Scope.SUBTREE));
    }
    return targets;
  }

  private static void queueBelow(Shard shard) {
    for (int i = 0; i < BELOW; i++) {
      HostileShape.queue(shard, "", Shard.exclusive("/tree/" + i));
    }
  }

  private static Supplier<Applied> release(Shard shard, String owner, List<Target> targets) {
    long token = Shard.expectGranted(shard.acquire(0, owner, targets, false));
    return () -> shard.release(0, token);
  }

  private static Supplier<Applied> withdraw(Shard shard, int number) {
    return () -> shard.withdraw(0, number);
  }
}
