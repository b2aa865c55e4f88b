package io.tenure.server.raft.ratis.append;

import io.tenure.server.raft.ratis.FailedCalls;
import io.tenure.server.raft.ratis.wire.PeerCallService;
import io.tenure.server.raft.ratis.wire.PortSharing;
import io.tenure.server.raft.ratis.wire.Wires;
import io.tenure.server.thread.SharedThreads;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.grpc.GrpcConfigKeys;
import org.apache.ratis.grpc.GrpcFactory;
import org.apache.ratis.grpc.server.GrpcServices;
import org.apache.ratis.rpc.RpcFactory;
import org.apache.ratis.rpc.RpcType;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.leader.FollowerInfo;
import org.apache.ratis.server.leader.LeaderState;
import org.apache.ratis.server.leader.LogAppender;
import org.apache.ratis.thirdparty.io.grpc.InternalConfigurator;
import org.apache.ratis.thirdparty.io.grpc.InternalConfiguratorRegistry;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.Metadata;
import org.apache.ratis.thirdparty.io.grpc.ServerCall;
import org.apache.ratis.thirdparty.io.grpc.ServerCallExecutorSupplier;
import org.apache.ratis.thirdparty.io.netty.util.concurrent.FastThreadLocalThread;
import org.jspecify.annotations.Nullable;

/**
 * The engine's gRPC with fewer threads on the way of an entry: {@link LeanAppender}s, connections
 * of their own for entries, and both these and the replies to them are handled on the network's
 * thread, since neither waits for a disk or another node. Public since the engine makes it by its
 * name.
 */
public final class LeanRpc implements RpcType {
  /** The name of the {@link Owner} among the engine's parameters. */
  public static final String OWNER = "tenure.owner";

  private static final String ENTRIES = "appendEntries";

  private static final FailedCalls FAILED_CALLS = new FailedCalls();

  static {
    // The one way to it: the engine makes its channels where nobody else gets at them.
    InternalConfiguratorRegistry.setConfigurators(List.of(new DirectReplies()));
  }

  /**
   * The node that an engine belongs to.
   *
   * @param fatal must end the node
   */
  public record Owner(PeerCallService peerCalls, Consumer<Throwable> fatal) {}

  /** Of all engines in this process. */
  public static FailedCalls failedCalls() {
    return FAILED_CALLS;
  }

  @Override
  public String name() {
    return LeanRpc.class.getName();
  }

  @Override
  public RpcFactory newFactory(@Nullable Parameters given) {
    Parameters parameters = given == null ? new Parameters() : given;
    Owner owner = parameters.getNonNull(OWNER, Owner.class);
    PeerCallService peerCalls = owner.peerCalls();
    AtomicReference<RaftServer> engine = new AtomicReference<>();
    GrpcConfigKeys.Server.setServicesCustomizer(
        parameters,
        (builder, types) -> {
          PortSharing.share(builder, () -> Objects.requireNonNull(engine.get()), owner.fatal())
              .callExecutor(new DirectCalls(peerCalls));
          peerCalls.addTo(builder);
          return builder;
        });
    return new GrpcFactory(parameters) {
      @Override
      public GrpcServices newRaftServerRpc(RaftServer server) {
        engine.set(server);
        return super.newRaftServerRpc(server);
      }

      @Override
      public LogAppender newLogAppender(
          RaftServer.Division server, LeaderState leader, FollowerInfo follower) {
        return new LeanAppender(server, leader, follower, owner.fatal());
      }
    };
  }

  /** Entries of a node that sends them through gRPC, and what nodes ask each other. */
  private record DirectCalls(PeerCallService peerCalls) implements ServerCallExecutorSupplier {
    @Override
    public <Q, R> @Nullable Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
      boolean direct =
          ENTRIES.equals(call.getMethodDescriptor().getBareMethodName())
              || peerCalls.isQuick(call.getMethodDescriptor().getFullMethodName());
      return direct ? Runnable::run : null;
    }
  }

  /**
   * Only what the network's thread brings: a stream that cannot be opened tells so on the thread
   * that opens it, and the engine does not expect to hear of it before it has the stream.
   */
  private static final class DirectReplies implements InternalConfigurator, Executor {
    private final Wires wires = new Wires();
    private final Executor others =
        Executors.newCachedThreadPool(SharedThreads.daemons("tenure-replies"));

    @Override
    public void configureChannelBuilder(ManagedChannelBuilder<?> channel) {
      channel.executor(this).intercept(FAILED_CALLS, wires);
    }

    @Override
    public void execute(Runnable task) {
      if (Thread.currentThread() instanceof FastThreadLocalThread) {
        task.run();
      } else {
        others.execute(task);
      }
    }
  }
}
