package io.tenure.client.internal.call;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.tenure.client.Loss;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.internal.connection.RetryRules;
import io.tenure.protocol.v1.Retry;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Maps errors of the service, and statuses of gRPC, to the exceptions of the client. */
public final class ErrorMapping {
  private static final String DOMAIN = "tenure";

  private ErrorMapping() {}

  static TenureException of(StatusRuntimeException thrown, Endpoint endpoint, CallEffect effect) {
    ErrorInfo info = info(thrown);
    Failure failure =
        info == null
            ? ofTransport(thrown.getStatus(), endpoint)
            : ofServer(thrown.getStatus(), info);
    return failure.retry == Retry.RETRY_INDETERMINATE && effect == CallEffect.READS
        ? new UnavailableException(failure.reason, failure.message, thrown)
        : exception(failure, thrown);
  }

  /** An error on the stream. */
  public static TenureException of(io.tenure.protocol.v1.Error wire) {
    return exception(
        new Failure(
            named(Reason.class, wire.getReason().name(), Reason.UNKNOWN),
            retry(wire.getRetry()),
            wire.getMessage()),
        null);
  }

  private static TenureException exception(Failure failure, @Nullable Throwable cause) {
    if (failure.reason == Reason.SESSION_UNKNOWN) {
      return new SessionLostException(Loss.SESSION_EXPIRED, failure.message);
    } else if (failure.reason == Reason.LIMIT_REACHED
        && failure.retry != Retry.RETRY_INDETERMINATE) {
      return new RefusedException(failure.reason, failure.message, cause);
    }
    return switch (RetryRules.leavesOpen(failure.reason)
        ? Retry.RETRY_INDETERMINATE
        : failure.retry) {
      case RETRY_SAFE -> new UnavailableException(failure.reason, failure.message, cause);
      case RETRY_NEVER -> new RefusedException(failure.reason, failure.message, cause);
      default ->
          new IndeterminateException(
              failure.reason, failure.message + "; it may have been executed", cause);
    };
  }

  private record Failure(Reason reason, Retry retry, String message) {}

  /** A Tenure server has answered. */
  private static Failure ofServer(Status status, ErrorInfo info) {
    return new Failure(
        named(Reason.class, info.getReason(), Reason.UNKNOWN),
        retry(
            named(Retry.class, info.getMetadataOrDefault("retry", ""), Retry.RETRY_INDETERMINATE)),
        description(status));
  }

  /** What a server does not say, or what a newer one says, is indeterminate. */
  private static Retry retry(Retry wire) {
    return switch (wire) {
      case RETRY_SAFE, RETRY_NEVER -> wire;
      default -> Retry.RETRY_INDETERMINATE;
    };
  }

  /** gRPC failed the call, or another kind of server answered. */
  private static Failure ofTransport(Status status, Endpoint endpoint) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          new Failure(Reason.NO_ANSWER, Retry.RETRY_INDETERMINATE, "no answer from " + endpoint);
      // A server that stops cancels its calls; so does a thread that is interrupted.
      case UNAVAILABLE, CANCELLED -> ofConnection(status, endpoint);
      case UNIMPLEMENTED ->
          new Failure(
              Reason.UNKNOWN,
              Retry.RETRY_NEVER,
              endpoint + " is not a Tenure server, or has an incompatible version");
      default ->
          new Failure(
              Reason.UNKNOWN, Retry.RETRY_INDETERMINATE, endpoint + ": " + description(status));
    };
  }

  private static Failure ofConnection(Status status, Endpoint endpoint) {
    if (isCausedBy(status, InterruptedException.class)) {
      return new Failure(
          Reason.UNKNOWN, Retry.RETRY_INDETERMINATE, "interrupted while waiting for " + endpoint);
    }
    // Without a connection nothing can have been executed.
    boolean neverConnected =
        isCausedBy(status, ConnectException.class)
            || isCausedBy(status, NoRouteToHostException.class)
            || isCausedBy(status, UnknownHostException.class);
    return neverConnected
        ? new Failure(Reason.UNREACHABLE, Retry.RETRY_SAFE, "cannot connect to " + endpoint)
        : new Failure(
            Reason.CONNECTION_LOST,
            Retry.RETRY_INDETERMINATE,
            "connection to " + endpoint + " lost before the answer");
  }

  private static boolean isCausedBy(Status status, Class<? extends Exception> type) {
    for (Throwable each = status.getCause(); each != null; each = each.getCause()) {
      if (type.isInstance(each)) {
        return true;
      }
    }
    return false;
  }

  private static String description(Status status) {
    String description = status.getDescription();
    return description == null ? status.getCode().name() : description;
  }

  private static @Nullable ErrorInfo info(StatusRuntimeException thrown) {
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    if (status == null) {
      return null;
    }
    for (Any detail : status.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        try {
          ErrorInfo info = detail.unpack(ErrorInfo.class);
          return info.getDomain().equals(DOMAIN) ? info : null;
        } catch (InvalidProtocolBufferException e) {
          return null; // Not an ErrorInfo after all.
        }
      }
    }
    return null;
  }

  /** The constant of that name, for enums whose names are those of the protocol. */
  static <E extends Enum<E>> E named(Class<E> type, String name, E otherwise) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(otherwise);
  }
}
