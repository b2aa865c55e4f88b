package io.tenure.server.grpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is in flight on one connection, on all of its streams together, and on the node. For the
 * loop of the connection alone, but for the bytes of the node.
 */
final class ConnectionLoad {
  /**
   * Requests for what frees others, or keeps a session alive, beyond the limit: those that wait
   * would otherwise keep out what could end their wait.
   */
  private static final int RESERVE = 512;

  private static final Attributes.Key<ConnectionLoad> ATTRIBUTE =
      Attributes.Key.create("tenure-connection-load");
  private static final Context.Key<ConnectionLoad> CURRENT = Context.key("tenure-connection-load");

  private final FrontEndSettings settings;
  private final AtomicLong nodeBytes;
  private int requests;
  private int watches;

  private ConnectionLoad(FrontEndSettings settings, AtomicLong nodeBytes) {
    this.settings = settings;
    this.nodeBytes = nodeBytes;
  }

  /** Why the request is not taken, or null if it is. */
  @Nullable Error take(StreamSlot slot) {
    Error full = slot.isWatch() ? watchesFull() : requestsFull(slot);
    if (full == null) {
      nodeBytes.addAndGet(slot.bytes);
      watches += slot.isWatch() ? 1 : 0;
      requests += slot.isWatch() ? 0 : 1;
    }
    return full;
  }

  void free(StreamSlot slot) {
    nodeBytes.addAndGet(-slot.bytes);
    watches -= slot.isWatch() ? 1 : 0;
    requests -= slot.isWatch() ? 0 : 1;
  }

  private @Nullable Error requestsFull(StreamSlot slot) {
    int most = settings.requestsPerConnection() + (slot.isRelief() ? RESERVE : 0);
    if (requests >= most) {
      return Errors.error(
          Reason.OVERLOADED,
          "requests in flight: " + most + " (expected: fewer on a connection; await some replies)");
    }
    return slot.isRelief() ? null : bytesFull(slot.bytes);
  }

  private @Nullable Error watchesFull() {
    int most = settings.watchesPerConnection();
    return watches < most
        ? null
        : Errors.error(
            Reason.OVERLOADED, "watches: " + most + " (expected: fewer on a connection)");
  }

  private @Nullable Error bytesFull(int more) {
    return bytesFull(settings, nodeBytes, more);
  }

  private static @Nullable Error bytesFull(
      FrontEndSettings settings, AtomicLong nodeBytes, int more) {
    return nodeBytes.get() + more <= settings.inFlightBytes()
        ? null
        : Errors.error(
            Reason.OVERLOADED,
            "bytes of requests in flight: %d (expected: at most %d on this node; try again later)"
                .formatted(nodeBytes.get() + more, settings.inFlightBytes()));
  }

  /** Gives every connection a load, and every call that of its connection. */
  static final class Meter extends ServerTransportFilter implements ServerInterceptor {
    private final FrontEndSettings settings;
    private final AtomicLong nodeBytes = new AtomicLong();

    Meter(FrontEndSettings settings) {
      this.settings = settings;
    }

    /** Of all requests that have not been answered. */
    long bytes() {
      return nodeBytes.get();
    }

    /** Why a plain call is not taken, or null if it is; the transport bounds how many there are. */
    @Nullable Error takePlain(Request request) {
      Error full =
          StreamSlot.isRelief(request.getCallCase())
              ? null
              : bytesFull(settings, nodeBytes, request.getSerializedSize());
      if (full == null) {
        nodeBytes.addAndGet(request.getSerializedSize());
      }
      return full;
    }

    void freePlain(Request request) {
      nodeBytes.addAndGet(-request.getSerializedSize());
    }

    /** The load of the connection whose call is being started. */
    ConnectionLoad current() {
      ConnectionLoad load = CURRENT.get();
      // Another node's connection carries the requests of many clients, each on a stream.
      return load == null || Forwarding.isForwarded()
          ? new ConnectionLoad(settings, nodeBytes)
          : load;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
      return attributes.toBuilder().set(ATTRIBUTE, new ConnectionLoad(settings, nodeBytes)).build();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      ConnectionLoad load = call.getAttributes().get(ATTRIBUTE);
      return load == null
          ? next.startCall(call, headers)
          : Contexts.interceptCall(Context.current().withValue(CURRENT, load), call, headers, next);
    }
  }
}
