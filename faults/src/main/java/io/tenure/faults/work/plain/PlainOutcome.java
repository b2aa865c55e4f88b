package io.tenure.faults.work.plain;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.CallResults;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.Retry;
import java.net.ConnectException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the end of a plain call says about whether something was done. */
public final class PlainOutcome {
  /**
   * Sending it again gets the same, but not because nothing was done: an earlier one under the same
   * number may have been.
   */
  private static final Set<Reason> SILENT_ABOUT_THE_PAST =
      EnumSet.of(Reason.SESSION_UNKNOWN, Reason.REQUEST_FORGOTTEN, Reason.SUPERSEDED);

  private PlainOutcome() {}

  /**
   * Why a call has failed.
   *
   * @param reason what the service said, if it did
   * @param retry whether it may be made again
   */
  public record Failure(Reason reason, Retry retry, String why) {
    boolean mayHaveBeenDone() {
      return retry == Retry.RETRY_INDETERMINATE || SILENT_ABOUT_THE_PAST.contains(reason);
    }
  }

  public static Failure failure(StatusRuntimeException thrown) {
    Status status = thrown.getStatus();
    String why = status.getCode() + ": " + status.getDescription();
    ErrorInfo info = info(thrown);
    if (info != null) {
      return new Failure(
          named(Reason.values(), info.getReason(), Reason.REASON_UNSPECIFIED),
          named(Retry.values(), info.getMetadataOrDefault("retry", ""), Retry.RETRY_INDETERMINATE),
          why);
    }
    return new Failure(
        Reason.REASON_UNSPECIFIED,
        isNeverSent(status) ? Retry.RETRY_SAFE : Retry.RETRY_INDETERMINATE,
        why);
  }

  /** Where nobody listens nothing was executed. */
  private static boolean isNeverSent(Status status) {
    boolean refused = false;
    for (Throwable each = status.getCause(); each != null; each = each.getCause()) {
      refused |= each instanceof ConnectException;
    }
    return status.getCode() == Status.Code.UNAVAILABLE && refused;
  }

  private static @Nullable ErrorInfo info(StatusRuntimeException thrown) {
    com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
    if (status == null) {
      return null;
    }
    for (Any detail : status.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        try {
          return detail.unpack(ErrorInfo.class);
        } catch (InvalidProtocolBufferException e) {
          return null; // Not in words of the service.
        }
      }
    }
    return null;
  }

  private static <E extends Enum<E>> E named(E[] all, String name, E otherwise) {
    return Arrays.stream(all)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElse(otherwise);
  }

  /** What came of a release; for {@code doubtful} see {@link #refused}. */
  public static Result released(PlainCalls.Heard<ReleaseReply> heard, boolean doubtful) {
    ReleaseReply reply = heard.reply();
    if (reply == null) {
      return heard.unanswered();
    }
    return reply.hasReleased() ? CallResults.done() : refused(reply.getRefusal(), doubtful);
  }

  /**
   * What a refusal of an acquire says.
   *
   * @param doubtful whether an earlier try of the same request, under no number, may have been done
   */
  public static Result refused(Refusal refusal, boolean doubtful) {
    String why = refusal.getKind() + ": " + refusal.getMessage();
    // One that has ended was granted before, if it says with which token.
    boolean wasGranted = refusal.getKind() == Refusal.Kind.ENDED && refusal.getToken() != 0;
    return doubtful || wasGranted ? CallResults.unknown(why) : CallResults.refused(why);
  }
}
