package io.tenure.server;

import io.tenure.server.grpc.PeerDesk;
import io.tenure.server.replication.Engine;
import io.tenure.server.replication.PeerCalls.Position;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers other nodes: from the start whom this one has met, and later where its logs end. */
final class PeerAnswers implements PeerDesk {
  private final DataDirectory directory;
  private final ServerConfig.Addresses addresses;
  private volatile @Nullable Engine engine;

  PeerAnswers(DataDirectory directory, ServerConfig.Addresses addresses) {
    this.directory = directory;
    this.addresses = addresses;
  }

  void started(Engine running) {
    engine = running;
  }

  @Override
  public CompletableFuture<Introduced> introduce(String node, long incarnation) {
    try {
      Introduction answer = Introduction.answer(directory, node, incarnation, isMember(node));
      return CompletableFuture.completedFuture(
          new Introduced(answer.accepted(), answer.formed(), answer.member()));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private boolean isMember(String node) {
    Engine running = engine;
    if (running == null) {
      return addresses.peers().stream().anyMatch(peer -> peer.id().equals(node));
    }
    return running.membership().members(0).stream().anyMatch(member -> member.id().equals(node));
  }

  @Override
  public CompletableFuture<Position> position(int shard) {
    Engine running = engine;
    return running == null
        ? CompletableFuture.failedFuture(new IOException("this node does not take part yet"))
        : running.position(shard);
  }
}
