package io.tenure.server.membership;

import io.tenure.raft.PeerPositions.Position;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.directory.DataDirectory;
import io.tenure.server.directory.IntroductionReply;
import io.tenure.server.peer.PeerCalls.StateChecksum;
import io.tenure.server.peer.PeerHandler;
import io.tenure.server.shard.Shards;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Answers other nodes: from the start which nodes this one has met, and later where its logs end.
 */
public final class PeerAnswers implements PeerHandler {
  private final DataDirectory directory;
  private final ServerConfig.Addresses addresses;
  private volatile @Nullable Shards engine;

  public PeerAnswers(DataDirectory directory, ServerConfig.Addresses addresses) {
    this.directory = directory;
    this.addresses = addresses;
  }

  public void started(Shards running) {
    engine = running;
  }

  @Override
  public CompletableFuture<Introduced> introduce(String node, long incarnation) {
    try {
      boolean member = isMember(node);
      IntroductionReply answer =
          IntroductionReply.answer(
              directory, node, incarnation, member, member || isConfigured(node));
      return CompletableFuture.completedFuture(
          new Introduced(answer.accepted(), answer.formed(), answer.member(), answer.unknown()));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Of any shard: while a member is added, it is in some and not yet in others. */
  private boolean isMember(String node) {
    Shards running = engine;
    return running == null
        ? isConfigured(node)
        : running.membership().ofAnyShard().stream().anyMatch(member -> member.id().equals(node));
  }

  private boolean isConfigured(String node) {
    return addresses.peers().stream().anyMatch(peer -> peer.id().equals(node));
  }

  @Override
  public Identity identify() {
    return new Identity(directory.node(), directory.incarnation());
  }

  /** Only members are told who is about to be added; before there are any, nobody can be. */
  @Override
  public CompletableFuture<Boolean> announce(String node, long incarnation) {
    try {
      if (engine == null || !isMember(directory.node())) {
        return CompletableFuture.failedFuture(
            new IllegalStateException(
                "%s is not a member of a formed cluster, so it records no other node (expected: a member)"
                    .formatted(directory.node())));
      }
      return CompletableFuture.completedFuture(directory.meet(node, incarnation));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Forgotten> forget(String node, boolean checkOnly) {
    try {
      boolean known = directory.knows(node);
      boolean member = node.equals(directory.node()) || isMember(node);
      if (known && !member && !checkOnly) {
        directory.forget(node);
      }
      return CompletableFuture.completedFuture(new Forgotten(member, known));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public CompletableFuture<Position> position(int shard) {
    Shards running = engine;
    return running == null
        ? CompletableFuture.failedFuture(
            new IOException("this node has not joined the cluster yet"))
        : running.position(shard);
  }

  @Override
  public CompletableFuture<OptionalLong> stateChecksum(int shard, StateChecksum theirs) {
    Shards running = engine;
    return running == null
        ? CompletableFuture.failedFuture(
            new IOException("this node has not joined the cluster yet"))
        : running.stateChecksum(shard, theirs);
  }
}
