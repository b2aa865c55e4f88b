package io.tenure.faults.work.plain;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Result.Kind;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.work.plain.PlainOutcome.Failure;
import io.tenure.faults.work.watch.ShardWatch;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.GrantCause;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.Target;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlainOutcomeTest {
  @Test
  void whatTheServiceCallsSafeWasNotDone() {
    Failure failure = PlainOutcome.failure(said(Reason.NO_LEADER, Retry.RETRY_SAFE));

    assertThat(failure.retry()).isEqualTo(Retry.RETRY_SAFE);
    assertThat(failure.mayHaveBeenDone()).isFalse();
  }

  @Test
  void whatTheServiceIsNotSureOfMayHaveBeenDone() {
    Failure failure = PlainOutcome.failure(said(Reason.LEADERSHIP_LOST, Retry.RETRY_INDETERMINATE));

    assertThat(failure.mayHaveBeenDone()).isTrue();
  }

  @Test
  void unknownSessionSaysNothingOfWhatItDid() {
    Failure failure = PlainOutcome.failure(said(Reason.SESSION_UNKNOWN, Retry.RETRY_NEVER));

    assertThat(failure.mayHaveBeenDone()).isTrue();
    assertThat(failure.retry()).isEqualTo(Retry.RETRY_NEVER);
  }

  @Test
  void onlyWhereNobodyListensNothingWasDone() {
    Status unavailable = Status.UNAVAILABLE.withDescription("io exception");

    assertThat(mayHaveBeenDone(unavailable.withCause(new ConnectException("refused")))).isFalse();
    assertThat(mayHaveBeenDone(unavailable.withCause(new IOException("reset")))).isTrue();
    assertThat(mayHaveBeenDone(Status.DEADLINE_EXCEEDED)).isTrue();
    assertThat(mayHaveBeenDone(Status.INTERNAL)).isTrue();
  }

  private static boolean mayHaveBeenDone(Status status) {
    return PlainOutcome.failure(status.asRuntimeException()).mayHaveBeenDone();
  }

  private static StatusRuntimeException said(Reason reason, Retry retry) {
    ErrorInfo info =
        ErrorInfo.newBuilder()
            .setDomain("tenure")
            .setReason(reason.name())
            .putMetadata("retry", retry.name())
            .build();
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(Status.Code.UNAVAILABLE.value())
            .addDetails(Any.pack(info))
            .build());
  }

  @Test
  void refusalIsCertainUnlessItTellsOfAGrant() {
    Refusal busy = Refusal.newBuilder().setKind(Refusal.Kind.BUSY).build();
    Refusal neverGranted =
        Refusal.newBuilder()
            .setKind(Refusal.Kind.ENDED)
            .setEndCause(EndCause.BY_WITHDRAWAL)
            .build();
    Refusal wasGranted = neverGranted.toBuilder().setToken(7).build();

    assertThat(PlainOutcome.refused(busy, false).kind()).isEqualTo(Kind.REFUSED);
    assertThat(PlainOutcome.refused(neverGranted, false).kind()).isEqualTo(Kind.REFUSED);
    assertThat(PlainOutcome.refused(wasGranted, false).kind()).isEqualTo(Kind.UNKNOWN);
    assertThat(PlainOutcome.refused(busy, true).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void eventsAreWrittenDownInWordsOfTheProtocol() {
    Event granted =
        Event.newBuilder()
            .setRevision(9)
            .setKind(EventKind.GRANTED)
            .setSession(3)
            .setOwner("me")
            .addTargets(
                Target.newBuilder()
                    .setKey("/a")
                    .setMode(Mode.SEMAPHORE)
                    .setScope(Scope.SUBTREE)
                    .setLimit(2))
            .setToken(9)
            .setRequest(4)
            .setGrantCause(GrantCause.WAITED)
            .build();

    assertThat(ShardWatch.logEvent(granted))
        .isEqualTo(
            new LogEvent(
                9,
                LogEvent.Kind.GRANTED,
                3,
                "me",
                List.of(new Wanted("/a", Wanted.Mode.SEMAPHORE, true, 2)),
                9,
                "",
                4,
                "WAITED",
                0));
  }
}
