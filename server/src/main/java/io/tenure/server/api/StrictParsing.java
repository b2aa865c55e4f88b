package io.tenure.server.api;

import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.tenure.server.api.error.Errors;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers a caller whose message cannot be parsed that its request is invalid. By itself gRPC would
 * say that the server failed, and log it.
 */
final class StrictParsing {
  private StrictParsing() {}

  static ServerServiceDefinition of(BindableService service) {
    ServerServiceDefinition lenient = service.bindService();
    ServiceDescriptor.Builder descriptor =
        ServiceDescriptor.newBuilder(lenient.getServiceDescriptor().getName())
            .setSchemaDescriptor(lenient.getServiceDescriptor().getSchemaDescriptor());
    List<ServerMethodDefinition<?, ?>> methods = new ArrayList<>();
    for (ServerMethodDefinition<?, ?> method : lenient.getMethods()) {
      ServerMethodDefinition<?, ?> strict = strict(method);
      methods.add(strict);
      descriptor.addMethod(strict.getMethodDescriptor());
    }
    ServerServiceDefinition.Builder definition =
        ServerServiceDefinition.builder(descriptor.build());
    methods.forEach(definition::addMethod);
    return definition.build();
  }

  private static <Q, R> ServerMethodDefinition<Q, R> strict(ServerMethodDefinition<Q, R> method) {
    MethodDescriptor<Q, R> lenient = method.getMethodDescriptor();
    return ServerMethodDefinition.create(
        lenient.toBuilder(
                new Strict<>(lenient.getRequestMarshaller()), lenient.getResponseMarshaller())
            .build(),
        new Refusing<>(method.getServerCallHandler()));
  }

  /** Takes the place of a message that cannot be read, on its way to {@link Refusing}. */
  private record Malformed(String why) {}

  private record Strict<Q>(Marshaller<Q> lenient) implements Marshaller<Q> {
    @Override
    public InputStream stream(Q message) {
      return lenient.stream(message);
    }

    @Override
    public Q parse(InputStream in) {
      try {
        return lenient.parse(in);
      } catch (StatusRuntimeException unreadable) {
        Throwable cause = unreadable.getCause();
        @SuppressWarnings("unchecked") // nobody looks at it as a message
        Q malformed = (Q) new Malformed(String.valueOf(cause == null ? null : cause.getMessage()));
        return malformed;
      }
    }
  }

  private record Refusing<Q, R>(ServerCallHandler<Q, R> handler)
      implements ServerCallHandler<Q, R> {
    @Override
    public ServerCall.Listener<Q> startCall(ServerCall<Q, R> call, Metadata headers) {
      return new Checked<>(call, handler.startCall(call, headers));
    }
  }

  private static final class Checked<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private boolean refused;

    Checked(ServerCall<Q, ?> call, ServerCall.Listener<Q> listener) {
      super(listener);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      Object parsed = message;
      if (refused) {
        return;
      }
      if (!(parsed instanceof Malformed malformed)) {
        super.onMessage(message);
        return;
      }
      refused = true;
      StatusRuntimeException status =
          Errors.status(Errors.invalid("message: unreadable (" + malformed.why() + ")"));
      Metadata trailers = status.getTrailers();
      call.close(status.getStatus(), trailers == null ? new Metadata() : trailers);
      super.onCancel();
    }

    @Override
    public void onHalfClose() {
      if (!refused) {
        super.onHalfClose();
      }
    }
  }
}
