package io.tenure.server.membership;

import io.tenure.raft.Member;
import io.tenure.server.peer.PeerClient;
import io.tenure.server.peer.PeerHandler.Forgotten;
import io.tenure.server.peer.PeerHandler.Identity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes what the members of a cluster have recorded about other nodes, when an operator adds a
 * node or has one forgotten. Every member, this node included, is asked on its node port.
 */
public final class MemberRecords {
  private final PeerClient peers;

  public MemberRecords(PeerClient peers) {
    this.peers = peers;
  }

  /** What a member said; a failure if it did not answer. */
  private record Reply<T>(Member member, @Nullable T answer) {}

  /**
   * Has more than half of the members write down which incarnation of a node is about to be added,
   * so that it cannot come back without its data. Fails if the node does not run, or if a member
   * has met another incarnation of it.
   */
  CompletableFuture<Void> announce(Member added, List<Member> members) {
    return peers
        .identify(added.raftAddress())
        .handle((identity, thrown) -> requireThere(added, identity))
        .thenCompose(
            identity -> ask(members, member -> peers.announce(member.raftAddress(), identity)))
        .thenAccept(replies -> requireAccepted(added, replies));
  }

  private static Identity requireThere(Member added, @Nullable Identity identity) {
    if (identity == null) {
      throw new IllegalStateException(
          "node: %s does not answer at %s (expected: a running node that waits to be added)"
              .formatted(added.id(), added.raftAddress()));
    }
    if (!identity.node().equals(added.id())) {
      throw new IllegalStateException(
          "node: the node at %s is %s (expected: %s)"
              .formatted(added.raftAddress(), identity.node(), added.id()));
    }
    return identity;
  }

  private static void requireAccepted(Member added, List<Reply<Boolean>> replies) {
    int accepted = 0;
    for (Reply<Boolean> reply : replies) {
      if (Boolean.FALSE.equals(reply.answer())) {
        throw new IllegalStateException(
            ("node: %s has a record of %s with other data (expected: a new id; if no node with this"
                    + " id was ever a member, run `tenure member forget %s` first)")
                .formatted(reply.member().id(), added.id(), added.id()));
      }
      accepted += reply.answer() == null ? 0 : 1;
    }
    if (accepted < replies.size() / 2 + 1) {
      throw new IllegalStateException(
          "only %d of %d members answer (expected: a majority); nothing was changed"
              .formatted(accepted, replies.size()));
    }
  }

  /**
   * Has every member delete its record of a node. All must answer first, and none may have the node
   * as a member: one that lags behind could still count on its vote.
   *
   * @return the ids of those that had a record
   */
  CompletableFuture<List<String>> forget(String node, List<Member> members) {
    return ask(members, member -> peers.forget(member.raftAddress(), node, true))
        .thenAccept(replies -> requireForgettable(node, replies))
        .thenCompose(
            checked -> ask(members, member -> peers.forget(member.raftAddress(), node, false)))
        .thenApply(
            replies -> {
              requireForgettable(node, replies);
              return replies.stream()
                  .filter(reply -> reply.answer() != null && reply.answer().known())
                  .map(reply -> reply.member().id())
                  .toList();
            });
  }

  private static void requireForgettable(String node, List<Reply<Forgotten>> replies) {
    for (Reply<Forgotten> reply : replies) {
      Forgotten answer = reply.answer();
      if (answer == null) {
        throw new IllegalStateException(
            "%s does not answer (expected: all members, so that none counts the vote of %s); start"
                    .formatted(reply.member().id(), node)
                + " it or remove it, then run this again");
      }
      if (answer.member()) {
        throw new IllegalStateException(
            "node: %s is a member according to %s (expected: not a member; run `tenure member remove %s` first)"
                .formatted(node, reply.member().id(), node));
      }
    }
  }

  /** All at once; done when each has answered or failed. */
  private static <T> CompletableFuture<List<Reply<T>>> ask(
      List<Member> members, Function<Member, CompletableFuture<T>> question) {
    Map<Member, CompletableFuture<Reply<T>>> asked = new LinkedHashMap<>();
    for (Member member : members) {
      asked.put(
          member, question.apply(member).handle((answer, thrown) -> new Reply<>(member, answer)));
    }
    return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
        .thenApply(
            all -> {
              List<Reply<T>> replies = new ArrayList<>();
              asked.values().forEach(reply -> replies.add(reply.join()));
              return replies;
            });
  }
}
