package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.liveness.ClocksChangeNothing;
import io.tenure.faults.history.Entry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a wrong clock must not change, case by case. */
class ClockTamperingTest {
  private final HistoryBuilder story = new HistoryBuilder();
  private int keys;

  /** Somebody is granted something ten times a second. */
  private void work(int seconds) {
    for (int i = 0; i < 10 * seconds; i++) {
      story.wait(Duration.ofMillis(100));
      story.acquired("ann", HistoryBuilder.exclusive("/" + ++keys));
    }
  }

  private long after(int seconds) {
    return story.now() + TimeUnit.SECONDS.toNanos(seconds);
  }

  private void fault(String kind, long from, int seconds) {
    long to = from + TimeUnit.SECONDS.toNanos(seconds);
    story.add(new Entry.Fault(kind, "", from, to, to, true));
  }

  /** With the clock wrong for eight seconds, of which nobody is answered for five. */
  private void silence() {
    work(3);
    fault("clock-jump", story.now(), 8);
    work(1);
    story.wait(Duration.ofSeconds(5));
    work(3);
  }

  private Verdict verdict() {
    return TamperedHistory.verdict(
        story.entries(), new ClocksChangeNothing(TamperedHistory.BOUNDS.silence()));
  }

  @Test
  void silenceWhileAClockIsWrongIsFound() {
    silence();

    assertThat(verdict().violated()).isEqualTo(1);
  }

  @Test
  void secondWrongClockIsNoExcuse() {
    fault("clock-drift", after(6), 2);
    silence();

    assertThat(verdict().violated()).isEqualTo(1);
  }

  @Test
  void serviceThatGoesOnIsAsItShouldBe() {
    work(3);
    fault("clock-drift", story.now(), 8);
    work(9);

    assertThat(verdict().isKept()).isTrue();
    assertThat(verdict().checked()).isEqualTo(1);
  }

  @Test
  void silenceWhileSomethingElseIsWrongIsLeftOut() {
    fault("kill-leader", after(4), 2);
    silence();

    assertThat(verdict().checked()).isZero();
    assertThat(verdict().leftOut()).isEqualTo(1);
  }

  @Test
  void silenceThatBeganBeforeIsLeftOut() {
    work(3);
    story.wait(Duration.ofMillis(1_500));
    fault("clock-jump", story.now(), 8);
    story.wait(Duration.ofSeconds(5));
    work(4);

    assertThat(verdict().checked()).isZero();
  }

  @Test
  void silenceOfAMachineThatIsBusyIsLeftOut() {
    story.add(new Entry.Starved("ann", after(4), after(10)));
    silence();

    assertThat(verdict().isKept()).isTrue();
    assertThat(verdict().leftOut()).isEqualTo(1);
  }
}
