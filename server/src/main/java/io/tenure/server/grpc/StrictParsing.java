package io.tenure.server.grpc;

import io.grpc.BindableService;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells a caller whose message cannot be read that it is to blame: for gRPC that is an internal
 * error.
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
        method.getServerCallHandler());
  }

  private record Strict<T>(Marshaller<T> lenient) implements Marshaller<T> {
    @Override
    public InputStream stream(T message) {
      return lenient.stream(message);
    }

    @Override
    public T parse(InputStream in) {
      try {
        return lenient.parse(in);
      } catch (RuntimeException unreadable) {
        Throwable cause = unreadable.getCause() == null ? unreadable : unreadable.getCause();
        if (Status.fromThrowable(unreadable).getCode() == Status.Code.INTERNAL) {
          throw Errors.status(Errors.invalid("message: " + cause.getMessage()));
        }
        throw unreadable;
      }
    }
  }
}
