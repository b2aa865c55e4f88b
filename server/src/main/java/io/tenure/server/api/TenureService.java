package io.tenure.server.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.ConvertReply;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewReply;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.SetValueReply;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WithdrawReply;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.api.call.CallContext;
import io.tenure.server.api.encode.EventEncoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.plain.PlainCalls;
import io.tenure.server.api.plain.PlainForm;
import io.tenure.server.api.plain.PlainWatch;
import io.tenure.server.api.plain.SiblingSessions;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.api.stream.ConnectStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What clients call. */
final class TenureService extends TenureGrpc.TenureImplBase {
  private final CallContext context;
  private final PlainCalls plainCalls;
  private final SiblingSessions siblings;
  private final Set<ConnectStream> streams = ConcurrentHashMap.newKeySet();

  TenureService(CallContext context) {
    this.context = context;
    this.plainCalls = new PlainCalls(context);
    this.siblings = new SiblingSessions(plainCalls);
  }

  Set<ConnectStream> streams() {
    return streams;
  }

  @Override
  public StreamObserver<ClientFrame> connect(StreamObserver<ServerFrame> out) {
    ConnectStream stream =
        new ConnectStream(observer(out), context, Forwarding.isForwarded(), streams::remove);
    streams.add(stream);
    return stream;
  }

  /** Ends every stream, and every plain call that waits. */
  void stop(Error error) {
    for (ConnectStream stream : streams) {
      stream.loop().execute(() -> stream.end(error));
    }
    plainCalls.stop();
  }

  @Override
  public void watch(WatchRequest request, StreamObserver<WatchReply> out) {
    try {
      ShardParts parts = EventEncoder.shard(request, context.calls().shards());
      PlainWatch watch =
          new PlainWatch(
              observer(out), context.calls().eventEncoder(parts), context.limiter().current());
      watch.start(request, parts);
    } catch (CallRefused refused) {
      out.onError(Errors.status(refused.error()));
    } catch (IllegalArgumentException invalid) {
      out.onError(Errors.status(Errors.invalid(String.valueOf(invalid.getMessage()))));
    }
  }

  @Override
  public void openSession(OpenSessionRequest request, StreamObserver<OpenSessionReply> out) {
    plainCalls.start(PlainForm.OPEN_SESSION, request, observer(out));
  }

  @Override
  public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionReply> out) {
    if (siblings.concerns(request.getSession(), request.getSiblingOf())) {
      siblings.close(request, observer(out));
    } else {
      plainCalls.start(PlainForm.CLOSE_SESSION, request, observer(out));
    }
  }

  @Override
  public void keepAlive(KeepAliveRequest request, StreamObserver<KeepAliveReply> out) {
    if (siblings.concerns(request.getSession(), request.getSiblingOf())) {
      siblings.keepAlive(request, observer(out));
    } else {
      plainCalls.start(PlainForm.KEEP_ALIVE, request, observer(out));
    }
  }

  @Override
  public void acquire(AcquireRequest request, StreamObserver<AcquireReply> out) {
    if (siblings.concerns(request)) {
      siblings.acquire(request, observer(out));
    } else {
      plainCalls.start(PlainForm.ACQUIRE, request, observer(out));
    }
  }

  @Override
  public void withdraw(WithdrawRequest request, StreamObserver<WithdrawReply> out) {
    plainCalls.start(PlainForm.WITHDRAW, request, observer(out));
  }

  @Override
  public void renew(RenewRequest request, StreamObserver<RenewReply> out) {
    plainCalls.start(PlainForm.RENEW, request, observer(out));
  }

  @Override
  public void release(ReleaseRequest request, StreamObserver<ReleaseReply> out) {
    plainCalls.start(PlainForm.RELEASE, request, observer(out));
  }

  @Override
  public void convert(ConvertRequest request, StreamObserver<ConvertReply> out) {
    plainCalls.start(PlainForm.CONVERT, request, observer(out));
  }

  @Override
  public void setValue(SetValueRequest request, StreamObserver<SetValueReply> out) {
    plainCalls.start(PlainForm.SET_VALUE, request, observer(out));
  }

  @Override
  public void get(GetRequest request, StreamObserver<GetReply> out) {
    plainCalls.start(PlainForm.GET, request, observer(out));
  }

  @Override
  public void list(ListRequest request, StreamObserver<ListReply> out) {
    plainCalls.start(PlainForm.LIST, request, observer(out));
  }

  /** What gRPC hands a server is always one of these. */
  static <R> ServerCallStreamObserver<R> observer(StreamObserver<R> out) {
    return (ServerCallStreamObserver<R>) out;
  }
}
