package io.tenure.server.raft.ratis.wire;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.ratis.proto.RaftProtos.InstallSnapshotRequestProto;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets one at a time change a follower's log: entries, or a snapshot, and from one connection. The
 * engine checks who leads before it appends, and the two may come apart when an old leader's
 * entries are read next to a new one's; and two that append at once make it lose count of those who
 * do, after which it never runs for leader again.
 *
 * <p>A snapshot is installed only while the log is at rest, too. When one comes, the engine throws
 * away what waits to be written to the log, the beginning of a file perhaps, and cannot go on when
 * it comes to the end of that file; it also takes the log to end where the snapshot does. So:
 *
 * <ol>
 *   <li>No entries are taken meanwhile, and those that were are on the disk first. A slow disk
 *       makes the leader wait and try again.
 *   <li>What the log has beyond the snapshot, and at odds with it, goes first: nobody needs it,
 *       since what a snapshot tells was committed.
 *   <li>A log that holds the snapshot's last entry needs no snapshot, only to be told that this far
 *       all is committed.
 *   <li>One from a leader that is none any more is refused here: the engine does not install it,
 *       but takes the members that come with it for the present ones.
 * </ol>
 */
final class LogGates implements ServerInterceptor {
  private static final Logger log = LoggerFactory.getLogger(LogGates.class);

  private static final String SNAPSHOT = "ratis.grpc.RaftServerProtocolService/installSnapshot";
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_MILLIS = 1;

  private final Supplier<RaftServer> server;

  /** One for each shard of this node. */
  private final Map<ByteString, ReentrantLock> gates = new ConcurrentHashMap<>();

  LogGates(Supplier<RaftServer> server) {
    this.server = server;
  }

  /**
   * To be had while a shard's entries are handed to the engine.
   *
   * @throws IOException if this node has no such shard
   */
  Lock gate(RaftRpcRequestProto request) throws IOException {
    ByteString id = request.getRaftGroupId().getId();
    ReentrantLock gate = gates.get(id);
    if (gate == null) {
      division(request);
      gate = gates.computeIfAbsent(id, shard -> new ReentrantLock());
    }
    return gate;
  }

  private RaftServer.Division division(RaftRpcRequestProto request) throws IOException {
    return server.get().getDivision(RaftGroupId.valueOf(request.getRaftGroupId().getId()));
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    ServerCall.Listener<Q> engine = next.startCall(call, headers);
    if (!call.getMethodDescriptor().getFullMethodName().equals(SNAPSHOT)) {
      return engine;
    }
    return new SimpleForwardingServerCallListener<>(engine) {
      private boolean refused;

      @Override
      public void onMessage(Q message) {
        if (refused) {
          return;
        }
        try {
          install((InstallSnapshotRequestProto) message, () -> super.onMessage(message));
        } catch (IOException e) {
          log.info("a snapshot is not installed: {}", e.getMessage());
          refused = true;
          call.close(Status.UNAVAILABLE.withDescription(e.getMessage()), new Metadata());
        }
      }

      @Override
      public void onHalfClose() {
        if (!refused) {
          super.onHalfClose();
        }
      }
    };
  }

  private void install(InstallSnapshotRequestProto request, Runnable installation)
      throws IOException {
    Lock gate = gate(request.getServerRequest());
    gate.lock();
    try {
      RaftServer.Division division = division(request.getServerRequest());
      long term = division.getInfo().getCurrentTerm();
      if (request.getLeaderTerm() < term) {
        throw new IOException(
            "it comes from the leader of term "
                + request.getLeaderTerm()
                + ", and this is "
                + term);
      }
      prepare(division.getRaftLog(), TermIndex.valueOf(request.getSnapshotChunk().getTermIndex()));
      installation.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the node stops", e);
    } finally {
      gate.unlock();
    }
  }

  private static void prepare(RaftLog entries, TermIndex snapshot)
      throws IOException, InterruptedException {
    awaitRest(entries);
    TermIndex own = entries.getTermIndex(snapshot.getIndex());
    if (own == null || snapshot.getIndex() <= entries.getLastCommittedIndex()) {
      return;
    }
    if (own.equals(snapshot)) {
      boolean unused = entries.updateCommitIndex(snapshot.getIndex(), snapshot.getTerm(), false);
      return;
    }
    try {
      var unused = entries.truncate(snapshot.getIndex()).get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the log cannot be cut before " + snapshot, e);
    }
  }

  private static void awaitRest(RaftLog entries) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (isBeingWritten(entries)) {
      if (!entries.isOpened()) {
        throw new IOException("the log is closed");
      }
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IOException("the disk is slow: the log is still being written");
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  private static boolean isBeingWritten(RaftLog entries) {
    TermIndex last = entries.getLastEntryTermIndex();
    return last != null && entries.getFlushIndex() < last.getIndex();
  }
}
