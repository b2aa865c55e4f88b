package io.tenure.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.SessionId;
import io.tenure.server.session.ConfirmationRounds.Parked;
import io.tenure.server.session.ConfirmationRounds.Round;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConfirmationRoundsTest {
  private static final long TTL = 10_000;
  private static final long START = TimeUnit.SECONDS.toNanos(5);

  private final ConfirmationRounds rounds =
      new ConfirmationRounds(SessionSettings.defaults(), START);

  private void gather(long ttlMillis) {
    rounds.gather(new Parked(new SessionId(1), new RecordingAnswer()), ttlMillis);
  }

  /** Keep-alives do not come at full milliseconds. */
  private static long after(long micros) {
    return START + TimeUnit.MICROSECONDS.toNanos(micros);
  }

  @Test
  void keepAlivesThatWaitForTheSameRoundSetOneAlarm() {
    gather(TTL);
    Round first = Objects.requireNonNull(rounds.start(1, START));
    assertThat(rounds.end(first)).isTrue();

    gather(TTL);
    assertThat(rounds.start(1, after(300))).isNull();
    assertThat(rounds.setAlarm(after(300))).isEqualTo(250);
    gather(TTL);
    assertThat(rounds.setAlarm(after(400))).isEqualTo(-1);

    gather(1_000);
    assertThat(rounds.setAlarm(after(500))).isEqualTo(50);
    gather(1_000);
    gather(TTL);
    assertThat(rounds.setAlarm(after(600))).isEqualTo(-1);
  }

  @Test
  void nobodyIsKeptWaitingForCompany() {
    gather(TTL);
    Round first = Objects.requireNonNull(rounds.start(1, START));
    assertThat(rounds.end(first)).isTrue();

    gather(TTL);
    assertThat(rounds.setAlarm(after(300))).isEqualTo(250);
    rounds.gather(new Parked(new SessionId(2), urgent()), TTL);

    assertThat(rounds.setAlarm(after(400))).isEqualTo(50);
  }

  private static KeepAliveAnswer urgent() {
    return new RecordingAnswer() {
      @Override
      public boolean isUrgent() {
        return true;
      }
    };
  }
}
