package io.tenure.server.membership;

import io.tenure.raft.Member;
import io.tenure.server.raft.ratis.Membership;
import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spreads the leaders of several shards over the nodes: shard by shard, each has the next member as
 * its home, and a leader that is not at home hands over when it can. With one shard there is
 * nothing to spread.
 */
public final class LeaderSpread {
  private static final Logger LOG = LoggerFactory.getLogger(LeaderSpread.class);

  /** A home that does not take over is left alone for this many looks. */
  private static final int PATIENCE = 12;

  private final Shards engine;
  private final String self;
  private final int[] pause;

  public LeaderSpread(Shards engine, String self) {
    this.engine = engine;
    this.self = self;
    this.pause = new int[engine.shards().size()];
  }

  /** Looks once; to be called every few seconds. */
  public void look() {
    if (engine.shards().size() < 2) {
      return;
    }
    Membership membership = engine.membership();
    for (Shard shard : engine.shards()) {
      int index = shard.index();
      List<Member> members = membership.members(index);
      if (pause[index] > 0) {
        pause[index]--;
      } else if (shard.leadership().leads() && members.size() > 1) {
        String home = members.get(index % members.size()).id();
        if (!home.equals(self)) {
          pause[index] = PATIENCE;
          handOver(membership, index, home);
        }
      }
    }
  }

  private static void handOver(Membership membership, int shard, String home) {
    var unused =
        membership
            .transferLeadership(shard, home)
            .handle(
                (done, failure) -> {
                  if (failure != null) {
                    LOG.debug(
                        "leadership of shard {} was not transferred to its preferred member",
                        shard,
                        failure);
                  }
                  return null;
                });
  }
}
