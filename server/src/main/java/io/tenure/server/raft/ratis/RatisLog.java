package io.tenure.server.raft.ratis;

import io.tenure.raft.AppendFailure;
import io.tenure.raft.AppendFailure.Reason;
import io.tenure.raft.LogEntry;
import io.tenure.raft.LogMembers;
import io.tenure.raft.Member;
import io.tenure.raft.PeerPositions;
import io.tenure.raft.ReplicatedLog;
import io.tenure.raft.ShardStatus;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.NotLeaderException;
import org.apache.ratis.protocol.exceptions.ResourceUnavailableException;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.DivisionInfo;
import org.apache.ratis.server.RaftConfiguration;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.jspecify.annotations.Nullable;

/** A group of the engine as a {@link ReplicatedLog}. */
final class RatisLog implements ReplicatedLog {
  private final int index;
  private final String name;
  private final Member self;
  private final RaftServer.Division division;
  private final RaftClientAsynchronousProtocol engine;
  private final RatisStateMachine machine;
  private final ClientId clientId;
  private final CallIds calls;
  private final long stateBytes;

  RatisLog(Parts parts) {
    this.index = parts.index();
    this.name = parts.name();
    this.self = parts.self();
    this.division = parts.division();
    // Calling the division itself saves a hop to a pool of threads that the server would make.
    this.engine = (RaftClientAsynchronousProtocol) parts.division();
    this.machine = parts.machine();
    this.clientId = parts.clientId();
    this.calls = parts.calls();
    this.stateBytes = parts.stateBytes();
  }

  /** What a log is made of. */
  record Parts(
      int index,
      String name,
      Member self,
      RaftServer.Division division,
      RatisStateMachine machine,
      ClientId clientId,
      CallIds calls,
      long stateBytes) {}

  @Override
  public int index() {
    return index;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Member self() {
    return self;
  }

  RaftServer.Division division() {
    return division;
  }

  RatisStateMachine machine() {
    return machine;
  }

  // ------------------------------------------------------------------------------ appending

  @Override
  public CompletableFuture<@Nullable AppendFailure> append(LogEntry entry) {
    RaftClientRequest request =
        RaftClientRequest.newBuilder()
            .setClientId(clientId)
            .setServerId(division.getId())
            .setGroupId(division.getMemberId().getGroupId())
            .setCallId(calls.next())
            .setMessage(RatisEntry.of(entry))
            .setType(RaftClientRequest.writeRequestType())
            .build();
    try {
      return engine
          .submitClientRequestAsync(request)
          .handle((reply, exception) -> failure(reply, exception));
    } catch (IOException | RuntimeException e) {
      return CompletableFuture.completedFuture(failure(null, e));
    }
  }

  private @Nullable AppendFailure failure(
      @Nullable RaftClientReply reply, @Nullable Throwable exception) {
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
    if (cause instanceof NotLeaderException notLeader) {
      RaftPeer leader = notLeader.getSuggestedLeader();
      return leader == null || leader.getId().equals(division.getId())
          ? new AppendFailure(Reason.NO_LEADER, "no leader is known", null)
          : new AppendFailure(
              Reason.NOT_LEADER,
              leader.getId() + " at " + leader.getClientAddress() + " leads",
              Members.of(leader));
    }
    if (cause instanceof ResourceUnavailableException) {
      return new AppendFailure(
          Reason.OVERLOADED, "too many log entries wait to be written; retry later", null);
    }
    if (cause instanceof LeaderSteppingDownException) {
      return new AppendFailure(Reason.NO_LEADER, "leadership is being transferred", null);
    }
    return cause instanceof LeaderNotReadyException || cause instanceof StateMachineException
        ? new AppendFailure(Reason.NO_LEADER, "the leader is not ready yet", null)
        : new AppendFailure(Reason.STOPPED, "the engine refuses: " + cause.getMessage(), null);
  }

  // ---------------------------------------------------------------------- leader and members

  @Override
  public boolean isLeader() {
    return division.getInfo().isLeader();
  }

  @Override
  public long term() {
    return division.getInfo().getCurrentTerm();
  }

  @Override
  public @Nullable Member leader() {
    RaftPeerId id = division.getInfo().getLeaderId();
    if (id == null) {
      return null;
    }
    if (id.equals(division.getId())) {
      return self;
    }
    RaftPeer peer = division.getRaftConf().getPeer(id);
    return peer == null ? null : Members.of(peer);
  }

  @Override
  public LogMembers members() {
    RaftConfiguration configuration = division.getRaftConf();
    return new LogMembers(
        members(configuration.getCurrentPeers()), members(configuration.getPreviousPeers()));
  }

  private static List<Member> members(Collection<RaftPeer> peers) {
    return peers.stream().map(Members::of).toList();
  }

  // --------------------------------------------------------------------------------- status

  @Override
  public PeerPositions.Position position() {
    TermIndex last = division.getRaftLog().getLastEntryTermIndex();
    return last == null
        ? new PeerPositions.Position(term(), 0, RaftLog.INVALID_LOG_INDEX, stateBytes)
        : new PeerPositions.Position(term(), last.getTerm(), last.getIndex(), stateBytes);
  }

  @Override
  public ShardStatus status() {
    DivisionInfo info = division.getInfo();
    RaftLog log = division.getRaftLog();
    TermIndex last = log.getLastEntryTermIndex();
    return new ShardStatus(
        info.getCurrentRole().name(),
        info.getCurrentTerm(),
        last == null ? log.getLastCommittedIndex() : last.getIndex(),
        log.getLastCommittedIndex(),
        info.getLastAppliedIndex(),
        machine.snapshots().index());
  }
}
