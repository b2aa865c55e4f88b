package io.tenure.server.api.load;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerStreamTracer;
import io.grpc.ServerTransportFilter;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.Error;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.transport.ConnectionGate;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives every connection a {@link ConnectionLoad} and every call a {@link CallLoad}, and refuses
 * calls for which there is no room.
 */
public final class LoadLimiter extends ServerTransportFilter implements ServerInterceptor {
  private static final Logger log = LoggerFactory.getLogger(LoadLimiter.class);
  private static final Attributes.Key<ConnectionLoad> ATTRIBUTE =
      Attributes.Key.create("tenure-connection-load");

  private final FrontEndSettings settings;
  private final NodeLoad node;
  private final ConnectionGate gate;

  public LoadLimiter(FrontEndSettings settings, ConnectionGate gate) {
    this.settings = settings;
    this.node = new NodeLoad(settings);
    this.gate = gate;
  }

  public NodeLoad node() {
    return node;
  }

  /** The load of the connection whose call is being started, or one for what has no connection. */
  public ConnectionLoad current() {
    ConnectionLoad load = ConnectionLoad.CURRENT.get();
    return load == null ? new ConnectionLoad(settings, node, why -> {}) : load;
  }

  public ServerStreamTracer.Factory tracers() {
    return new ServerStreamTracer.Factory() {
      @Override
      public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new CallLoad(method);
      }
    };
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    SocketAddress client = attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    ConnectionLoad load = new ConnectionLoad(settings, node, why -> close(client, why));
    node.opened(load);
    return attributes.toBuilder().set(ATTRIBUTE, load).build();
  }

  @Override
  public void transportTerminated(@Nullable Attributes attributes) {
    ConnectionLoad load = attributes == null ? null : attributes.get(ATTRIBUTE);
    if (load != null) {
      node.closed(load);
    }
  }

  private void close(@Nullable SocketAddress client, String why) {
    if (client != null) {
      log.warn("closing the connection of {}: {}", client, why);
      gate.close(client);
    }
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    ConnectionLoad load = call.getAttributes().get(ATTRIBUTE);
    CallLoad own = CallLoad.CURRENT.get();
    if (load == null || own == null) {
      return next.startCall(call, headers);
    }
    MethodDescriptor.MethodType type = call.getMethodDescriptor().getType();
    Error full = own.begin(load, type, Forwarding.isForwarded());
    if (full != null) {
      refuse(call, full);
      return new ServerCall.Listener<>() {};
    }
    if (Forwarding.isForwarded()) {
      call.setOnReadyThreshold(CallLoad.FORWARDED_READY_BYTES);
    }
    ServerCall<Q, R> metered = type.serverSendsOneMessage() ? call : new Streaming<>(call, own);
    Context context = Context.current().withValue(ConnectionLoad.CURRENT, load);
    return new Metered<>(metered, own, Contexts.interceptCall(context, metered, headers, next));
  }

  private static void refuse(ServerCall<?, ?> call, Error error) {
    StatusRuntimeException status = Errors.status(error);
    Metadata trailers = status.getTrailers();
    call.close(status.getStatus(), trailers == null ? new Metadata() : trailers);
  }

  private static final class Streaming<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final CallLoad load;

    Streaming(ServerCall<Q, R> call, CallLoad load) {
      super(call);
      this.load = load;
    }

    @Override
    public void sendMessage(R message) {
      super.sendMessage(message);
      boolean ready = isReady();
      load.handedOver(ready);
      if (!ready && isReady()) {
        load.ready(); // It was told so before it was counted.
      }
    }
  }

  private static final class Metered<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private final CallLoad load;

    Metered(ServerCall<Q, ?> call, CallLoad load, ServerCall.Listener<Q> listener) {
      super(listener);
      this.call = call;
      this.load = load;
    }

    @Override
    public void onReady() {
      load.ready();
      super.onReady();
    }

    @Override
    public void onHalfClose() {
      Error full = load.requestComplete();
      if (full == null) {
        super.onHalfClose();
      } else {
        refuse(call, full);
      }
    }
  }
}
