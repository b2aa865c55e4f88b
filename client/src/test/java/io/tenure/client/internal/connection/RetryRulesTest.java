package io.tenure.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.internal.connection.RetryRules.Action;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Retry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RetryRulesTest {
  private static Error error(Reason reason, Retry retry) {
    return Error.newBuilder().setReason(reason).setRetry(retry).build();
  }

  @Test
  void callAtTheWrongServerGoesToTheLeader() {
    assertThat(RetryRules.action(error(Reason.NOT_LEADER, Retry.RETRY_SAFE), Call.Lane.ASK))
        .isEqualTo(Action.REDIRECT);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"NO_LEADER", "LEADERSHIP_LOST", "SHUTTING_DOWN", "SUPERSEDED", "SLOW_SUBSCRIBER"})
  void callIsSentAgainWhileTheLeaderChanges(Reason reason) {
    assertThat(RetryRules.action(error(reason, Retry.RETRY_NEVER), Call.Lane.ASK))
        .isEqualTo(Action.RETRY);
  }

  @ParameterizedTest
  @EnumSource(
      value = Reason.class,
      names = {"INVALID_ARGUMENT", "SESSION_UNKNOWN", "LIMIT_REACHED", "COMPACTED"})
  void requestThatTheServiceRefusesFails(Reason reason) {
    assertThat(RetryRules.action(error(reason, Retry.RETRY_SAFE), Call.Lane.ASK))
        .isEqualTo(Action.FAIL);
  }

  /** A release has to arrive, and may arrive twice. */
  @Test
  void releaseIsSentAgainUnlessThatIsForbidden() {
    Error indeterminate = error(Reason.INTERNAL, Retry.RETRY_INDETERMINATE);
    Error forbidden = error(Reason.INVALID_ARGUMENT, Retry.RETRY_NEVER);

    assertThat(RetryRules.action(indeterminate, Call.Lane.GIVE_BACK)).isEqualTo(Action.RETRY);
    assertThat(RetryRules.action(forbidden, Call.Lane.GIVE_BACK)).isEqualTo(Action.FAIL);
  }

  @ParameterizedTest
  @EnumSource(io.tenure.client.error.Reason.class)
  void watchResumesAfterEveryErrorThatAPlainCallIsRepeatedFor(
      io.tenure.client.error.Reason reason) {
    assertThat(RetryRules.mayResumeWatch(reason) || !RetryRules.isTransient(reason)).isTrue();
  }
}
