package io.tenure.client;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.NodeStatus;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.CompareStateReply;
import io.tenure.protocol.v1.CompareStateRequest;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.RevokeHoldReply;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.StatusReply;
import io.tenure.protocol.v1.StatusRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** A server on a real socket that gives scripted answers, in order, and records the requests. */
public final class ScriptedServer implements AutoCloseable {
  private static final int MAX_TRIES = 30;

  public final List<Object> requests = Collections.synchronizedList(new ArrayList<>());

  private final Queue<Consumer<StreamObserver<Object>>> script = new ArrayDeque<>();
  private final Server server;
  private final int port;

  public ScriptedServer() {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    server =
        NettyServerBuilder.forAddress(any).addService(new Locks()).addService(new Admin()).build();
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    port = server.getPort();
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  /** Answers the next call with these. Calls for the status are not scripted. */
  public ScriptedServer answer(Object... replies) {
    script.add(
        out -> {
          for (Object reply : replies) {
            out.onNext(reply);
          }
          out.onCompleted();
        });
    return this;
  }

  /** Never answers the next call. */
  public ScriptedServer answerNever() {
    script.add(out -> {});
    return this;
  }

  /**
   * Answers the next call with these, and keeps it open.
   *
   * @return counted down when the client has ended the call
   */
  public CountDownLatch answerAndStayOpen(Object... replies) {
    CountDownLatch cancelled = new CountDownLatch(1);
    script.add(
        out -> {
          ((ServerCallStreamObserver<Object>) out).setOnCancelHandler(cancelled::countDown);
          for (Object reply : replies) {
            out.onNext(reply);
          }
        });
    return cancelled;
  }

  public ScriptedServer fail(StatusRuntimeException status) {
    script.add(out -> out.onError(status));
    return this;
  }

  /** Shuts the server down at the next call. */
  public ScriptedServer vanish() {
    script.add(out -> server.shutdownNow());
    return this;
  }

  /** Answers the next call with these; then the connection breaks. */
  public ScriptedServer breakAfter(Object... replies) {
    script.add(
        out -> {
          for (Object reply : replies) {
            out.onNext(reply);
          }
          out.onError(Status.UNAVAILABLE.asRuntimeException());
        });
    return this;
  }

  /** An error of a Tenure server. */
  public static StatusRuntimeException error(Status.Code code, String reason, String retry) {
    ErrorInfo info =
        ErrorInfo.newBuilder()
            .setDomain("tenure")
            .setReason(reason)
            .putMetadata("retry", retry)
            .build();
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(code.value())
            .setMessage("because")
            .addDetails(Any.pack(info))
            .build());
  }

  @SuppressWarnings("unchecked")
  private void play(Object request, StreamObserver<?> out) {
    requests.add(request);
    script.remove().accept((StreamObserver<Object>) out);
  }

  /** Repeats the call until this server has answered within the deadline of a status call. */
  public Map<String, Optional<NodeStatus>> awaitStatus(ClusterAdmin admin, List<String> addresses) {
    Map<String, Optional<NodeStatus>> answers = admin.statusOf(addresses);
    for (int tries = 1; answers.get(address()).isEmpty() && tries < MAX_TRIES; tries++) {
      answers = admin.statusOf(addresses);
    }
    return answers;
  }

  @Override
  public void close() throws InterruptedException {
    server.shutdownNow().awaitTermination();
  }

  private final class Locks extends TenureGrpc.TenureImplBase {
    @Override
    public void acquire(AcquireRequest request, StreamObserver<AcquireReply> out) {
      play(request, out);
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetReply> out) {
      play(request, out);
    }

    @Override
    public void list(ListRequest request, StreamObserver<ListReply> out) {
      play(request, out);
    }

    @Override
    public void watch(WatchRequest request, StreamObserver<WatchReply> out) {
      play(request, out);
    }
  }

  private final class Admin extends AdminGrpc.AdminImplBase {
    @Override
    public void status(StatusRequest request, StreamObserver<StatusReply> out) {
      out.onNext(StatusReply.newBuilder().setNode("n1").build());
      out.onCompleted();
    }

    @Override
    public void compareState(CompareStateRequest request, StreamObserver<CompareStateReply> out) {
      play(request, out);
    }

    @Override
    public void revokeHold(RevokeHoldRequest request, StreamObserver<RevokeHoldReply> out) {
      play(request, out);
    }
  }
}
