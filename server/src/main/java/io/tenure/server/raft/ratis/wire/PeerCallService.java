package io.tenure.server.raft.ratis.wire;

import io.tenure.server.peer.PeerMethod;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor;
import org.apache.ratis.thirdparty.io.grpc.MethodDescriptor.Marshaller;
import org.apache.ratis.thirdparty.io.grpc.ServerServiceDefinition;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ServerCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the calls between nodes on the engine's gRPC server, so that they need no port of their
 * own and are not reachable on the client port.
 */
public final class PeerCallService {
  private static final Logger LOG = LoggerFactory.getLogger(PeerCallService.class);

  private final List<PeerMethod> methods;
  private final Set<String> quick;

  public PeerCallService(List<PeerMethod> methods) {
    this.methods = List.copyOf(methods);
    this.quick =
        methods.stream()
            .filter(PeerMethod::quick)
            .map(PeerMethod::name)
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the network's thread may run the method with this full name. */
  public boolean isQuick(String method) {
    return quick.contains(method);
  }

  public void addTo(NettyServerBuilder server) {
    methods.stream()
        .collect(Collectors.groupingBy(method -> serviceOf(method.name())))
        .forEach((service, offered) -> server.addService(definition(service, offered)));
  }

  private static String serviceOf(String method) {
    return String.valueOf(MethodDescriptor.extractFullServiceName(method));
  }

  private static ServerServiceDefinition definition(String service, List<PeerMethod> offered) {
    ServerServiceDefinition.Builder definition = ServerServiceDefinition.builder(service);
    for (PeerMethod method : offered) {
      definition.addMethod(
          descriptor(method),
          ServerCalls.asyncUnaryCall((request, out) -> answer(method, request, out)));
    }
    return definition.build();
  }

  private static MethodDescriptor<byte[], byte[]> descriptor(PeerMethod method) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName(method.name())
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(new Bytes())
        .build();
  }

  private static void answer(PeerMethod method, byte[] request, StreamObserver<byte[]> out) {
    CompletableFuture<byte[]> answer;
    try {
      answer = method.answer().apply(request);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    var unused =
        answer.whenComplete(
            (reply, thrown) -> {
              if (thrown == null) {
                out.onNext(reply);
                out.onCompleted();
              } else {
                out.onError(refusal(method, thrown).asRuntimeException());
              }
            });
  }

  private static Status refusal(PeerMethod method, Throwable thrown) {
    Throwable cause =
        thrown instanceof CompletionException && thrown.getCause() != null
            ? thrown.getCause()
            : thrown;
    if (cause instanceof IllegalArgumentException) {
      return Status.INVALID_ARGUMENT.withDescription(cause.getMessage());
    }
    LOG.warn("{}: call of another node failed", method.name(), cause);
    return Status.FAILED_PRECONDITION.withDescription(cause.getMessage());
  }

  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
