package io.tenure.server.api.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.InternalMetadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.apply.Failure;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ErrorsTest {

  /** The comments of the enum in tenure.proto, word for word. */
  @ParameterizedTest
  @CsvSource({
    "INVALID_ARGUMENT, INVALID_ARGUMENT, RETRY_NEVER",
    "CROSS_SHARD, INVALID_ARGUMENT, RETRY_NEVER",
    "SESSION_UNKNOWN, NOT_FOUND, RETRY_NEVER",
    "LIMIT_REACHED, RESOURCE_EXHAUSTED, RETRY_SAFE",
    "OVERLOADED, RESOURCE_EXHAUSTED, RETRY_SAFE",
    "REQUEST_REUSED, FAILED_PRECONDITION, RETRY_NEVER",
    "REQUEST_FORGOTTEN, FAILED_PRECONDITION, RETRY_NEVER",
    "NOT_LEADER, UNAVAILABLE, RETRY_SAFE",
    "NO_LEADER, UNAVAILABLE, RETRY_SAFE",
    "LEADERSHIP_LOST, UNAVAILABLE, RETRY_INDETERMINATE",
    "SHUTTING_DOWN, UNAVAILABLE, RETRY_SAFE",
    "COMPACTED, OUT_OF_RANGE, RETRY_NEVER",
    "SLOW_SUBSCRIBER, RESOURCE_EXHAUSTED, RETRY_SAFE",
    "SUPERSEDED, ABORTED, RETRY_NEVER",
    "CLUSTER_STATE, FAILED_PRECONDITION, RETRY_NEVER",
    "INTERNAL, INTERNAL, RETRY_INDETERMINATE",
  })
  void eachReasonHasItsStatusAndItsRetry(Reason reason, Status.Code code, Retry retry) {
    Error error = Errors.error(reason, "why");

    StatusRuntimeException status = Errors.status(error);

    assertThat(status.getStatus().getCode()).isEqualTo(code);
    assertThat(status.getStatus().getDescription()).isEqualTo("why");
    assertThat(error.getRetry()).isEqualTo(retry);
    assertThat(Errors.parse(status)).isEqualTo(error);
  }

  @ParameterizedTest
  @EnumSource(Failure.Kind.class)
  void eachFailureIsTheReasonOfItsName(Failure.Kind kind) {
    Error error = Errors.of(new Failure(kind, "why", null));

    assertThat(error.getReason().name()).isEqualTo(kind.name());
    assertThat(error.getMessage()).isEqualTo("why");
  }

  @Test
  void longMessageStillFitsIntoTheHeadersOfACall() {
    StatusRuntimeException status =
        Errors.status(Errors.error(Reason.CLUSTER_STATE, "\u20ac".repeat(100_000)));

    byte[][] trailers = InternalMetadata.serialize(status.getTrailers());
    int bytes = Arrays.stream(trailers).mapToInt(each -> each.length).sum();
    int description = 9 * status.getStatus().getDescription().length();
    assertThat(bytes * 4 / 3 + description).isLessThan(8_000);
    assertThat(Errors.parse(status).getReason()).isEqualTo(Reason.CLUSTER_STATE);
  }

  @Test
  void leaderTravelsWithTheStatus() {
    Failure.Leader leader = new Failure.Leader("n2", "10.0.0.2:7400");
    Error error = Errors.of(new Failure(Failure.Kind.NOT_LEADER, "go there", leader));

    Error parsed = Errors.parse(Errors.status(error));

    assertThat(parsed.getLeaderNode()).isEqualTo("n2");
    assertThat(parsed.getLeaderAddress()).isEqualTo("10.0.0.2:7400");
  }

  @Test
  void statusOfSomebodyElseIsNotParsed() {
    assertThat(Errors.parse(Status.UNAVAILABLE.asRuntimeException())).isNull();
    assertThat(Errors.parse(new IllegalStateException())).isNull();
  }
}
