package io.tenure.server.replication;

import io.tenure.server.replication.Failure.Kind;
import io.tenure.server.replication.Failure.Leader;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ResourceUnavailableException;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/** Hands batches to the engine, in this process, and tells what its exceptions mean. */
final class Submission implements Proposer.Log {
  private final RaftServer.Division division;
  private final RaftClientAsynchronousProtocol engine;
  private final ClientId clientId;
  private final Calls calls;

  Submission(RaftServer.Division division, ClientId clientId, Calls calls) {
    this.division = division;
    // Calling the division itself saves a hop to a pool of threads that the server would make.
    this.engine = (RaftClientAsynchronousProtocol) division;
    this.clientId = clientId;
    this.calls = calls;
  }

  @Override
  public CompletableFuture<@Nullable Failure> apply(Batch batch) {
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(clientId)
            .setServerId(division.getId())
            .setGroupId(division.getMemberId().getGroupId())
            .setCallId(calls.next())
            .setMessage(batch)
            .setType(RaftClientRequest.writeRequestType())
            .build();
    try {
      return engine
          .submitClientRequestAsync(request)
          .handle((reply, exception) -> failure(batch, reply, exception));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.completedFuture(failure(batch, null, e));
    }
  }

  private @Nullable Failure failure(
      Batch batch, @Nullable RaftClientReply reply, @Nullable Throwable exception) {
    Throwable cause = exception instanceof CompletionException ? exception.getCause() : exception;
    if (reply != null) {
      cause = reply.getException();
    }
    if (cause == null) {
      return null;
    }
    if (cause instanceof Error error) {
      throw error; // The proposer deals with it: the node must end.
    }
    if (batch.mayBeAppended()) {
      return new Failure(
          Kind.LEADERSHIP_LOST,
          "leadership was lost before it was certain; send it again under its number",
          null);
    }
    if (cause instanceof NotLeaderException notLeader) {
      RaftPeer leader = notLeader.getSuggestedLeader();
      return leader == null || leader.getId().equals(division.getId())
          ? new Failure(Kind.NO_LEADER, "no leader is known", null)
          : new Failure(
              Kind.NOT_LEADER,
              leader.getId() + " at " + leader.getClientAddress() + " leads",
              new Leader(leader.getId().toString(), leader.getClientAddress()));
    }
    if (cause instanceof ResourceUnavailableException) {
      return new Failure(Kind.OVERLOADED, "the log is behind; try again later", null);
    }
    if (cause instanceof LeaderSteppingDownException) {
      return new Failure(Kind.NO_LEADER, "the leader is handing over", null);
    }
    return cause instanceof LeaderNotReadyException || cause instanceof StateMachineException
        ? new Failure(Kind.NO_LEADER, "the leader is not ready yet", null)
        : new Failure(Kind.SHUTTING_DOWN, "the engine refuses: " + cause.getMessage(), null);
  }
}
