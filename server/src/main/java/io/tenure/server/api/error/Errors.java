package io.tenure.server.api.error;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.apply.Failure;
import org.jspecify.annotations.Nullable;

/**
 * The one place that knows what each {@link Reason} means to a caller: the status of a plain call,
 * and whether the same request may be sent again.
 */
public final class Errors {
  static final String DOMAIN = "tenure";
  private static final String RETRY = "retry";
  private static final String LEADER_NODE = "leader_node";
  private static final String LEADER_ADDRESS = "leader_address";

  /** Of nine bytes each in a header, at worst. */
  private static final int MAX_MESSAGE_CHARACTERS = 500;

  private Errors() {}

  static Status.Code code(Reason reason) {
    return switch (reason) {
      case INVALID_ARGUMENT, CROSS_SHARD -> Status.Code.INVALID_ARGUMENT;
      case SESSION_UNKNOWN -> Status.Code.NOT_FOUND;
      case LIMIT_REACHED, OVERLOADED, SLOW_SUBSCRIBER -> Status.Code.RESOURCE_EXHAUSTED;
      case REQUEST_REUSED, REQUEST_FORGOTTEN, CLUSTER_STATE -> Status.Code.FAILED_PRECONDITION;
      case NOT_LEADER, NO_LEADER, LEADERSHIP_LOST, SHUTTING_DOWN -> Status.Code.UNAVAILABLE;
      case COMPACTED -> Status.Code.OUT_OF_RANGE;
      case SUPERSEDED -> Status.Code.ABORTED;
      case INTERNAL, REASON_UNSPECIFIED, UNRECOGNIZED -> Status.Code.INTERNAL;
    };
  }

  static Retry retry(Reason reason) {
    return switch (reason) {
      case LIMIT_REACHED, OVERLOADED, SLOW_SUBSCRIBER -> Retry.RETRY_SAFE;
      case NOT_LEADER, NO_LEADER, SHUTTING_DOWN -> Retry.RETRY_SAFE;
      case LEADERSHIP_LOST, INTERNAL, REASON_UNSPECIFIED, UNRECOGNIZED -> Retry.RETRY_INDETERMINATE;
      case INVALID_ARGUMENT, CROSS_SHARD, SESSION_UNKNOWN -> Retry.RETRY_NEVER;
      case REQUEST_REUSED, REQUEST_FORGOTTEN, CLUSTER_STATE -> Retry.RETRY_NEVER;
      case COMPACTED, SUPERSEDED -> Retry.RETRY_NEVER;
    };
  }

  public static Error error(Reason reason, String message) {
    return Error.newBuilder().setReason(reason).setMessage(message).setRetry(retry(reason)).build();
  }

  public static Error invalid(String message) {
    return error(Reason.INVALID_ARGUMENT, message);
  }

  public static CallRefused sessionUnknown(long wireSession) {
    return new CallRefused(
        Reason.SESSION_UNKNOWN,
        "session: " + Long.toUnsignedString(wireSession) + " (expected: a live session)");
  }

  public static Error of(Failure failure) {
    Reason reason =
        switch (failure.kind()) {
          case NOT_LEADER -> Reason.NOT_LEADER;
          case NO_LEADER -> Reason.NO_LEADER;
          case OVERLOADED -> Reason.OVERLOADED;
          case SHUTTING_DOWN -> Reason.SHUTTING_DOWN;
          case LEADERSHIP_LOST -> Reason.LEADERSHIP_LOST;
          case SUPERSEDED -> Reason.SUPERSEDED;
        };
    Failure.Leader leader = failure.leader();
    if (leader == null) {
      return error(reason, failure.message());
    }
    return Error.newBuilder()
        .setReason(reason)
        .setMessage(failure.message())
        .setRetry(retry(reason))
        .setLeaderNode(leader.node())
        .setLeaderAddress(leader.address())
        .build();
  }

  /** For a bug: the log says more. */
  public static Error internal(Throwable thrown) {
    return error(Reason.INTERNAL, "internal error: " + thrown.getClass().getSimpleName());
  }

  public static StatusRuntimeException status(Error error) {
    ErrorInfo.Builder info =
        ErrorInfo.newBuilder()
            .setDomain(DOMAIN)
            .setReason(error.getReason().name())
            .putMetadata(RETRY, error.getRetry().name());
    if (!error.getLeaderNode().isEmpty()) {
      info.putMetadata(LEADER_NODE, error.getLeaderNode());
      info.putMetadata(LEADER_ADDRESS, error.getLeaderAddress());
    }
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(code(error.getReason()).value())
            .setMessage(shortened(error.getMessage()))
            .addDetails(Any.pack(info.build()))
            .build());
  }

  /**
   * A status travels in headers, twice, and a client takes 8 KiB of them: one with a longer message
   * would never arrive.
   */
  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE_CHARACTERS
        ? message
        : message.substring(0, MAX_MESSAGE_CHARACTERS) + "...";
  }

  /** What another node of the cluster said with {@link #status}, or null if it did not say it. */
  static @Nullable public Error parse(Throwable thrown) {
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    if (status == null) {
      return null;
    }
    for (Any detail : status.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        try {
          return parse(detail.unpack(ErrorInfo.class), status.getMessage());
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
          return null; // Not in our words.
        }
      }
    }
    return null;
  }

  private static @Nullable Error parse(ErrorInfo info, String message) {
    if (!info.getDomain().equals(DOMAIN)) {
      return null;
    }
    Reason reason = Reason.valueOf(info.getReason());
    return Error.newBuilder()
        .setReason(reason)
        .setMessage(message)
        .setRetry(Retry.valueOf(info.getMetadataOrDefault(RETRY, retry(reason).name())))
        .setLeaderNode(info.getMetadataOrDefault(LEADER_NODE, ""))
        .setLeaderAddress(info.getMetadataOrDefault(LEADER_ADDRESS, ""))
        .build();
  }
}
