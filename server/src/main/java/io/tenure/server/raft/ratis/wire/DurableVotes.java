package io.tenure.server.raft.ratis.wire;

import io.tenure.raft.Durability;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import org.apache.ratis.thirdparty.io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallHandler;
import org.apache.ratis.thirdparty.io.grpc.ServerInterceptor;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.jspecify.annotations.Nullable;

/**
 * A vote is on the disk before the candidate hears of it. The engine writes it to a new file, has
 * that on the disk, and gives it its name; the name may still be lost when the power fails, and
 * then the node would vote once more in the same term.
 */
final class DurableVotes implements ServerInterceptor {
  private static final String VOTE = "ratis.grpc.RaftServerProtocolService/requestVote";

  private final Supplier<RaftServer> server;

  DurableVotes(Supplier<RaftServer> server) {
    this.server = server;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (!call.getMethodDescriptor().getFullMethodName().equals(VOTE)) {
      return next.startCall(call, headers);
    }
    Synced<Q, R> synced = new Synced<>(call);
    return new SimpleForwardingServerCallListener<>(next.startCall(synced, headers)) {
      @Override
      public void onMessage(Q message) {
        synced.request = (RequestVoteRequestProto) message;
        super.onMessage(message);
      }
    };
  }

  private final class Synced<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private volatile @Nullable RequestVoteRequestProto request;

    Synced(ServerCall<Q, R> call) {
      super(call);
    }

    @Override
    public void sendMessage(R reply) {
      try {
        sync();
        super.sendMessage(reply);
      } catch (IOException e) {
        String why = "the vote is not durable: " + e.getMessage();
        close(Status.UNAVAILABLE.withDescription(why), new Metadata());
      }
    }

    private void sync() throws IOException {
      RequestVoteRequestProto asked = request;
      if (asked == null) {
        return;
      }
      RaftGroupId group = RaftGroupId.valueOf(asked.getServerRequest().getRaftGroupId().getId());
      Path directory =
          server.get().getDivision(group).getRaftStorage().getStorageDir().getCurrentDir().toPath();
      Durability.sync(directory);
    }
  }
}
