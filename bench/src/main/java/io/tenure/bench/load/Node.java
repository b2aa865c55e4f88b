package io.tenure.bench.load;

import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.ShardStatus;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** A server that is made to fail, and asked how far it has come. Used by the main thread. */
final class Node {
  private static final long TIMEOUT_SECONDS = 1;

  private final String name;
  private final Link link;
  private final int shard;

  /** Known beforehand: finding it takes too long when time matters. */
  private final OptionalLong pid;

  Node(String name, Link link, int shard) {
    this.name = name;
    this.link = link;
    this.shard = shard;
    this.pid = Processes.listeningOn(link.server.port());
  }

  String name() {
    return name;
  }

  Server server() {
    return link.server;
  }

  /**
   * Sends its process a signal, without the detour over the cluster command if it can: that takes
   * longer than what is to be measured.
   */
  void signal(String signal, String clusterCommand) {
    if (pid.isPresent()) {
      Shell.signal(pid.getAsLong(), signal);
    } else {
      String named = signal.equals("KILL") ? "9" : signal;
      Shell.run(clusterCommand, "kill", name, "--signal", named);
    }
  }

  /** The last entry that it knows to be committed; 0 if it does not answer. */
  long committed() {
    return status().getCommittedIndex();
  }

  /** The last entry that it has applied; 0 if it does not answer. */
  long applied() {
    return status().getAppliedIndex();
  }

  private ShardStatus status() {
    try {
      StatusReply reply =
          AdminGrpc.newBlockingStub(link.channel)
              .withDeadlineAfter(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .status(StatusRequest.getDefaultInstance());
      for (ShardStatus status : reply.getShardsList()) {
        if (status.getShard().getIndex() == shard) {
          return status;
        }
      }
    } catch (StatusRuntimeException e) {
      // Not back yet.
    }
    return ShardStatus.getDefaultInstance();
  }
}
