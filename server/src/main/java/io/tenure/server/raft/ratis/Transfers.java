package io.tenure.server.raft.ratis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftGroupMemberId;

/**
 * The transfers of leadership under way, of all engines in this process. Meanwhile a leader has to
 * hear of everything that a follower has got: the engine offers its place when that is all.
 */
public final class Transfers {
  private static final ConcurrentHashMap<RaftGroupMemberId, Integer> UNDER_WAY =
      new ConcurrentHashMap<>();

  private Transfers() {}

  public static boolean isUnderWay(RaftGroupMemberId leader) {
    return UNDER_WAY.containsKey(leader);
  }

  /** Begins before the transfer does, and ends after it. */
  static <T> CompletableFuture<T> during(
      RaftGroupMemberId leader, Supplier<CompletableFuture<T>> transfer) {
    var unused = UNDER_WAY.merge(leader, 1, Integer::sum);
    try {
      return transfer.get().whenComplete((done, thrown) -> end(leader));
    } catch (RuntimeException | Error e) {
      end(leader);
      throw e;
    }
  }

  private static void end(RaftGroupMemberId leader) {
    var unused = UNDER_WAY.computeIfPresent(leader, (id, count) -> count == 1 ? null : count - 1);
  }
}
