package io.tenure.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.memory.MemorySystem;
import io.tenure.compare.memory.MemorySystem.Fault;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Workload;
import io.tenure.compare.system.LockSystem;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Measurement ONE = new Measurement(Workload.UNCONTENDED, 1, 1, 1, 10, 1);
  private static final Plan PLAN = new Plan(systems("a", "b", "c"), List.of(ONE), 3, 10, 3);

  @Test
  void everyRoundBeginsWithAnotherSystem() {
    List<String> order =
        PLAN.starts().stream().map(start -> start.round() + start.system().name()).toList();

    assertThat(order).containsExactly("1a", "1b", "1c", "2b", "2c", "2a", "3c", "3a", "3b");
  }

  @Test
  void workloadThatMeasuresMemoryHasFreshServersThatAreNotWarmedUp() {
    Measurement holders = new Measurement(Workload.HOLDERS, 1, 1, 100, 10, 0);
    Measurement idle = new Measurement(Workload.IDLE, 0, 0, 0, 10, 0);
    Plan plan = new Plan(systems("a", "b"), List.of(ONE, ONE, holders, idle), 1, 10, 3);

    assertThat(plan.starts())
        .extracting(start -> start.system().name() + start.measurements().size())
        .containsExactly("a2", "a1", "a1", "b2", "b1", "b1");
    assertThat(plan.starts())
        .extracting(PlannedStart::warmsUp)
        .containsExactly(true, false, false, true, false, false);
  }

  @Test
  void warmUpIsManyWorkersAndThenAShareOfEachLoadOfPairs() {
    Measurement contended = new Measurement(Workload.CONTENDED, 16, 16, 1, 10, 1);
    Measurement watchers = new Measurement(Workload.WATCHERS, 100, 10, 1, 10, 1);
    Plan plan = new Plan(systems("a"), List.of(ONE, contended, watchers), 1, 90, 3);

    List<Measurement> warmUps = plan.warmUps(plan.starts().get(0));

    Measurement many = new Measurement(Workload.UNCONTENDED, 64, 1, 64, 45, 0);
    assertThat(warmUps).containsExactly(many, contended.lasting(22.5), ONE.lasting(22.5));
  }

  @Test
  void workloadWithoutPairsIsWarmedUpWithPairs() {
    Measurement watchers = new Measurement(Workload.WATCHERS, 100, 10, 1, 10, 1);
    Plan plan = new Plan(systems("a"), List.of(watchers), 1, 90, 3);

    List<Measurement> warmUps = plan.warmUps(plan.starts().get(0));

    assertThat(warmUps).extracting(Measurement::workers).containsExactly(64, 1);
    assertThat(warmUps).extracting(Measurement::seconds).containsExactly(45.0, 45.0);
  }

  @Test
  void expectedTimeIsThatOfAllStartsAndMeasurements() {
    double one = PLAN.startSeconds(PLAN.starts().get(0)) + PLAN.expectedSeconds(ONE);

    assertThat(PLAN.expectedSeconds()).isEqualTo(9 * one);
  }

  @Test
  void remainingTimeIsLearnedFromEarlierSteps() {
    double[] clock = {1_000};
    Plan plan = new Plan(systems("a"), List.of(ONE), 2, 10, 3);
    Forecast forecast = new Forecast(plan, () -> clock[0]);
    double expected = plan.expectedSeconds();
    assertThat(forecast.secondsLeft()).isEqualTo(expected);

    clock[0] += 5;
    forecast.done();
    clock[0] += 50;
    forecast.done();

    assertThat(forecast.secondsLeft()).isEqualTo(55);
    clock[0] += 3;
    assertThat(forecast.secondsLeft()).isEqualTo(52);
    clock[0] += 100;
    assertThat(forecast.secondsLeft()).isEqualTo(50);
  }

  @Test
  void failedStartDoesNotChangeTheTimeOfOtherSystems() {
    double[] clock = {1_000};
    Plan plan = new Plan(systems("a", "b"), List.of(ONE, ONE), 1, 10, 3);
    Forecast forecast = new Forecast(plan, () -> clock[0]);

    clock[0] += 5;
    forecast.started();
    forecast.skip();
    forecast.skip();

    assertThat(forecast.secondsLeft()).isEqualTo(plan.expectedSeconds() / 2);
  }

  @Test
  void timeOfARepeatedStartDoesNotCountForTheMeasurement() {
    double[] clock = {1_000};
    Forecast forecast =
        new Forecast(new Plan(systems("a"), List.of(ONE), 2, 10, 3), () -> clock[0]);

    clock[0] += 5;
    forecast.started();
    clock[0] += 100;
    forecast.started();
    clock[0] += 12;
    forecast.done();

    assertThat(forecast.secondsLeft()).isEqualTo(5 + 12);
  }

  private static List<LockSystem> systems(String... names) {
    return List.of(names).stream()
        .<LockSystem>map(name -> new MemorySystem(name, Fault.NONE))
        .toList();
  }
}
