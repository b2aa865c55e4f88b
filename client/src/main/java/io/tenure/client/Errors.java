package io.tenure.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The one place that turns the status of a failed call into an exception of ours. */
final class Errors {
  private static final String DOMAIN = "tenure";

  private Errors() {}

  static TenureException of(StatusRuntimeException thrown, Endpoint endpoint, Effect effect) {
    ErrorInfo info = info(thrown);
    Failure failure =
        info == null ? foreign(thrown.getStatus(), endpoint) : own(thrown.getStatus(), info);
    if (failure.retry != Retry.INDETERMINATE) {
      return new TenureException(failure.reason, failure.retry, failure.message, thrown);
    }
    return effect == Effect.READS
        ? new TenureException(failure.reason, Retry.SAFE, failure.message, thrown)
        : new TenureException(
            failure.reason, failure.retry, failure.message + "; it may have been done", thrown);
  }

  private record Failure(Reason reason, Retry retry, String message) {}

  /** Said by a server of ours. */
  private static Failure own(Status status, ErrorInfo info) {
    String retry = info.getMetadataOrDefault("retry", "").replace("RETRY_", "");
    return new Failure(
        named(Reason.class, info.getReason(), Reason.UNKNOWN),
        named(Retry.class, retry, Retry.INDETERMINATE),
        description(status));
  }

  /** Said by gRPC. */
  private static Failure foreign(Status status, Endpoint endpoint) {
    return switch (status.getCode()) {
      case DEADLINE_EXCEEDED ->
          new Failure(Reason.NO_ANSWER, Retry.INDETERMINATE, "no answer from " + endpoint);
      // Nobody here cancels: it is how a server ends calls that outlast it.
      case UNAVAILABLE, CANCELLED ->
          isNeverConnected(status.getCause())
              ? new Failure(Reason.UNREACHABLE, Retry.SAFE, "no server at " + endpoint)
              : new Failure(
                  Reason.CONNECTION_LOST,
                  Retry.INDETERMINATE,
                  "lost the connection to " + endpoint);
      case UNIMPLEMENTED ->
          new Failure(
              Reason.UNKNOWN,
              Retry.NEVER,
              endpoint + " is no Tenure server, or one of another version");
      default ->
          new Failure(Reason.UNKNOWN, Retry.INDETERMINATE, endpoint + ": " + description(status));
    };
  }

  /** Nothing can have been executed where no connection came about. */
  private static boolean isNeverConnected(@Nullable Throwable cause) {
    for (Throwable each = cause; each != null; each = each.getCause()) {
      if (each instanceof ConnectException
          || each instanceof NoRouteToHostException
          || each instanceof UnknownHostException) {
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
          return null; // Not in our words.
        }
      }
    }
    return null;
  }

  /** The constant of that name, for words that the wire and this package share. */
  static <E extends Enum<E>> E named(Class<E> type, String name, E otherwise) {
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(otherwise);
  }
}
