package io.tenure.faults.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Loss;
import io.tenure.client.error.DeadlockException;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.SessionLostException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.TimedOutException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.view.Holder;
import io.tenure.faults.history.Result.Kind;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CallResultsTest {
  private static final List<Holder> HOLDERS = List.of(new Holder("1", "somebody", "/key", 7));

  @Test
  void whatOthersHoldWasNotDone() {
    assertThat(kind(NotAcquiredException.class, Reason.BUSY, "", HOLDERS, 0))
        .isEqualTo(Kind.REFUSED);
    assertThat(kind(DeadlockException.class, "", List.of())).isEqualTo(Kind.REFUSED);
  }

  @Test
  void timeoutIsCertain() {
    assertThat(kind(TimedOutException.class, "", HOLDERS, 0)).isEqualTo(Kind.REFUSED);
    assertThat(kind(TimedOutException.class, "", List.of(), 0)).isEqualTo(Kind.REFUSED);
  }

  @ParameterizedTest
  @EnumSource(names = {"KIND_MISMATCH", "NOT_HELD", "INVALID_ARGUMENT", "LIMIT_REACHED"})
  void whatTheServiceHasDecidedAgainstWasNotDone(Reason reason) {
    assertThat(kind(RefusedException.class, reason, "", null)).isEqualTo(Kind.REFUSED);
  }

  @ParameterizedTest
  @EnumSource(names = {"ENDED", "REQUEST_FORGOTTEN", "REQUEST_REUSED", "SUPERSEDED"})
  void refusalThatSaysNothingOfThePastIsUnknown(Reason reason) {
    assertThat(kind(RefusedException.class, reason, "", null)).isEqualTo(Kind.UNKNOWN);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void whatTheServiceHasNotTakenWasNotDone(Reason reason) {
    assertThat(kind(UnavailableException.class, reason, "", null)).isEqualTo(Kind.NOT_DONE);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void whatWasNotAnsweredIsUnknown(Reason reason) {
    assertThat(kind(IndeterminateException.class, reason, "", null)).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void whatWasUnderWayWhenTheSessionWasLostIsUnknown() {
    assertThat(kind(SessionLostException.class, Loss.TERM_OVER, "")).isEqualTo(Kind.UNKNOWN);
    assertThat(CallResults.of(new CancellationException()).kind()).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void exceptionOfAFutureIsLookedInto() {
    TenureException busy = exception(NotAcquiredException.class, Reason.BUSY, "held", HOLDERS, 0);

    assertThat(CallResults.of(new CompletionException(busy)))
        .isEqualTo(CallResults.refused("NotAcquiredException: held"));
  }

  private static Kind kind(Class<? extends TenureException> type, Object... arguments) {
    return CallResults.of(exception(type, arguments)).kind();
  }

  /** Only the client makes them. */
  private static TenureException exception(
      Class<? extends TenureException> type, Object... arguments) {
    try {
      Constructor<?> constructor = type.getDeclaredConstructors()[0];
      constructor.setAccessible(true);
      return (TenureException) constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
