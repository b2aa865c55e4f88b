package io.tenure.server.raft.ratis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.ratis.proto.RaftProtos.ServerRpcProto;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * A member that may lead instead of this node.
 *
 * @param silentMillis for how long it has not answered
 * @param lag how many entries of the log it is not known to have
 */
record Successor(String id, long silentMillis, long lag) {
  /** Several heartbeats. */
  private static final long LONGEST_SILENCE_MILLIS = 500;

  private static final long LARGEST_LAG = 1_000;

  /** The other members, as a leader sees them; none if the node does not lead. */
  static List<Successor> of(RaftServer.Division division) {
    DivisionInfo info = division.getInfo();
    long @Nullable [] matches = info.getFollowerMatchIndices();
    if (matches == null) {
      return List.of();
    }
    List<ServerRpcProto> followers = info.getRoleInfoProto().getLeaderInfo().getFollowerInfoList();
    long last = division.getRaftLog().getNextIndex() - 1;
    List<Successor> others = new ArrayList<>();
    for (int i = 0; i < Math.min(matches.length, followers.size()); i++) {
      ServerRpcProto follower = followers.get(i);
      String id = RaftPeerId.valueOf(follower.getId().getId()).toString();
      others.add(new Successor(id, follower.getLastRpcElapsedTimeMs(), last - matches[i]));
    }
    return others;
  }

  static Successor best(List<Successor> others) {
    return others.stream()
        .filter(Successor::isFit)
        .min(Comparator.comparingLong(Successor::lag))
        .orElseThrow(
            () ->
                new IllegalStateException(
                    others.isEmpty()
                        ? "there is no other member that could become leader"
                        : "no other member can lead now: "
                            + String.join(
                                ", ", others.stream().map(Successor::unfitness).toList())));
  }

  static Successor named(List<Successor> others, String id) {
    Successor named =
        others.stream()
            .filter(each -> each.id.equals(id))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("node: " + id + " is not another member"));
    if (!named.isFit()) {
      throw new IllegalStateException("node: " + named.unfitness());
    }
    return named;
  }

  private boolean isFit() {
    return silentMillis <= LONGEST_SILENCE_MILLIS && lag <= LARGEST_LAG;
  }

  private String unfitness() {
    return silentMillis > LONGEST_SILENCE_MILLIS
        ? "%s has not answered for %,d ms (expected: %,d at most)"
            .formatted(id, silentMillis, LONGEST_SILENCE_MILLIS)
        : "%s has %,d entries of the log to catch up with (expected: %,d at most)"
            .formatted(id, lag, LARGEST_LAG);
  }
}
