package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/**
 * How a plain call or a stream failed.
 *
 * @param reason the name of the Reason, empty if the status does not carry one
 */
record CallFailure(Status.Code code, String reason, String message, Map<String, String> metadata) {

  /** The failure of a call that must fail. */
  static CallFailure of(ThrowingCallable call) {
    return in(catchThrowableOfType(StatusRuntimeException.class, call));
  }

  static CallFailure in(@Nullable Throwable thrown) {
    assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
    Status status = Status.fromThrowable(thrown);
    String message = status.getDescription() == null ? "" : status.getDescription();
    com.google.rpc.Status details = StatusProto.fromThrowable(thrown);
    for (Any detail : details == null ? List.<Any>of() : details.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        ErrorInfo why = unpack(detail);
        assertThat(why.getDomain()).isEqualTo("tenure");
        return new CallFailure(status.getCode(), why.getReason(), message, why.getMetadataMap());
      }
    }
    return new CallFailure(status.getCode(), "", message, Map.of());
  }

  private static ErrorInfo unpack(Any detail) {
    try {
      return detail.unpack(ErrorInfo.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }
}
