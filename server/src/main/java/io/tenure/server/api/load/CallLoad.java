package io.tenure.server.api.load;

import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.error.Errors;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Counts what one gRPC call keeps in memory inside gRPC and the transport, in the load of its
 * connection:
 *
 * <ol>
 *   <li>What has arrived of a message that is not complete.
 *   <li>The only request of a call, until the call is over: gRPC keeps it until the client has
 *       half-closed. The requests of a Connect stream have a {@code StreamSlot} each.
 *   <li>The only reply of a call, until the call is over, which is when the reply has been sent.
 *   <li>Replies of a stream that the transport could not send at once, until the stream is ready
 *       again.
 *   <li>A constant for the call itself. The first Connect stream of a connection is free, since the
 *       setting {@code connections} bounds these. So are the streams of other nodes, which have a
 *       bound of their own.
 * </ol>
 *
 * <p>Called on the loop, and on whichever thread sends a message.
 */
public final class CallLoad extends ServerStreamTracer {
  static final Context.Key<CallLoad> CURRENT = Context.key("tenure-call-load");

  /** About what an open call takes besides its messages, in gRPC, HTTP/2 and the server. */
  public static final int CALL_OVERHEAD = 3 << 10;

  /** A stream is ready while less than this waits to be sent: the default of gRPC. */
  private static final int READY_BYTES = 32 << 10;

  /** The same for a stream of another node. */
  static final int FORWARDED_READY_BYTES = 4 << 10;

  private static final String CONNECT = TenureGrpc.getConnectMethod().getFullMethodName();

  /** They give something back or keep a session alive. */
  private static final Set<String> RELIEF =
      Set.of(
          TenureGrpc.getKeepAliveMethod().getFullMethodName(),
          TenureGrpc.getRenewMethod().getFullMethodName(),
          TenureGrpc.getReleaseMethod().getFullMethodName(),
          TenureGrpc.getWithdrawMethod().getFullMethodName(),
          TenureGrpc.getCloseSessionMethod().getFullMethodName());

  private final String method;

  // The rest is guarded by this.

  /** Null until the call begins and when it is over. */
  private @Nullable ConnectionLoad load;

  private boolean oneRequest;
  private boolean oneReply;
  private boolean isForwardedStream;
  private boolean requestComplete;

  // Bytes that are taken: their sum is what is freed at the end.

  private long overhead;
  private long arriving;
  private long request;
  private long replies;

  /** Bytes that were handed over while the stream was ready, and are not taken. */
  private long passing;

  private long reportedIdle;

  CallLoad(String method) {
    this.method = method;
  }

  @Override
  public Context filterContext(Context context) {
    return context.withValue(CURRENT, this);
  }

  /** Before the first message. Returns why the call is refused, or null if it is accepted. */
  synchronized @Nullable Error begin(
      ConnectionLoad connection, MethodDescriptor.MethodType type, boolean forwarded) {
    oneRequest = type.clientSendsOneMessage();
    oneReply = type.serverSendsOneMessage();
    boolean connect = method.equals(CONNECT);
    if (connect && forwarded) {
      if (!connection.node().takeForwardedStream()) {
        return Errors.error(
            Reason.OVERLOADED,
            "forwarded streams: as many as there may be connections (setting connections)");
      }
      isForwardedStream = true;
    } else if (!connect) {
      overhead = CALL_OVERHEAD;
    } else if (!connection.openStream()) {
      overhead = CALL_OVERHEAD + READY_BYTES;
    }
    Error full = null;
    if (overhead > 0 && mayBeRefused()) {
      full = connection.takeBytes(overhead, RELIEF.contains(method));
    } else {
      connection.addBytes(overhead);
    }
    if (full == null) {
      load = connection;
    } else if (connect && !forwarded) {
      connection.closeStream();
    }
    return full;
  }

  /** Operators and health checks get in when clients do not. */
  private boolean mayBeRefused() {
    return method.startsWith(TenureGrpc.SERVICE_NAME + "/");
  }

  /** The client has half-closed. Returns why its request is refused, or null if it is accepted. */
  synchronized @Nullable Error requestComplete() {
    requestComplete = true;
    reportIdle();
    boolean relief = RELIEF.contains(method) && request <= ConnectionLoad.SMALL_REQUEST;
    return load == null || !oneRequest || !mayBeRefused() || relief ? null : load.bytesFull();
  }

  @Override
  public synchronized void inboundWireSize(long bytes) {
    if (load != null) {
      arriving += bytes;
      load.addBytes(bytes);
      reportIdle();
    }
  }

  @Override
  public synchronized void inboundMessageRead(int number, long wireSize, long size) {
    if (load != null) {
      load.freeBytes(arriving);
      arriving = 0;
      reportIdle();
    }
  }

  /** A message that was compressed may be much larger than what has arrived. */
  @Override
  public synchronized void inboundUncompressedSize(long bytes) {
    if (load != null && oneRequest) {
      request += bytes;
      load.addBytes(bytes);
      reportIdle();
    }
  }

  @Override
  public synchronized void outboundWireSize(long bytes) {
    if (load != null && oneReply) {
      replies += bytes;
      load.addBytes(bytes);
      reportIdle();
    } else {
      passing += bytes;
    }
  }

  /**
   * After each message of a stream.
   *
   * @param ready whether the transport takes more
   */
  synchronized void handedOver(boolean ready) {
    if (ready) {
      ready();
    } else if (load != null) {
      replies += passing;
      load.addBytes(passing);
      passing = 0;
      reportIdle();
    }
  }

  /** The transport has sent nearly all that the stream has handed over. */
  synchronized void ready() {
    passing = 0;
    if (load != null && !oneReply && replies > 0) {
      load.freeBytes(replies);
      replies = 0;
      reportIdle();
    }
  }

  @Override
  public synchronized void streamClosed(Status status) {
    ConnectionLoad connection = load;
    if (connection == null) {
      return;
    }
    load = null;
    connection.freeBytes(overhead + arriving + request + replies);
    connection.addIdle(-reportedIdle);
    if (isForwardedStream) {
      connection.node().freeForwardedStream();
    } else if (method.equals(CONNECT)) {
      connection.closeStream();
    }
  }

  private void reportIdle() {
    if (load != null) {
      long idle = arriving + replies + (requestComplete ? 0 : request);
      load.addIdle(idle - reportedIdle);
      reportedIdle = idle;
    }
  }
}
