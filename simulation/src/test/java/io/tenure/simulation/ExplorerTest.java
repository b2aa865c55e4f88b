package io.tenure.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.simulation.check.Promise;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ExplorerTest {
  private final StringWriter printed = new StringWriter();

  @Test
  void tenureKeepsItsPromisesInRandomFaultyWorlds() {
    ExploreResult result = explore(SimulatedSystem.TENURE, 1, 200);

    assertThat(result.failure()).isNull();
    assertThat(result.seeds()).isEqualTo(200);
    assertThat(printed.toString())
        .contains("200 seeds")
        .contains("events per second")
        .contains("leader crashes")
        .contains("No guarantee was violated.");
  }

  @Test
  void everyPromiseIsPutToTheTestAndEveryFaultHappens() {
    explore(SimulatedSystem.TENURE, 1, 50);

    for (Promise promise : Promise.values()) {
      assertThat(printed.toString()).containsPattern(promise.text() + " +[1-9]");
    }
    for (Fault fault : Fault.values()) {
      assertThat(printed.toString()).containsPattern("[1-9][0-9,]* " + fault.plural());
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedSystem.class)
  void aSeedRepeatsItselfToTheLastEvent(SimulatedSystem system) {
    Setup setup = new Setup(system, true, EnumSet.allOf(Fault.class), Set.of());

    for (long seed = 1; seed <= 5; seed++) {
      Run first = new RandomWorld(seed, setup).run();
      Run second = new RandomWorld(seed, setup).run();

      assertThat(second.digest()).isEqualTo(first.digest());
      assertThat(second.events()).isEqualTo(first.events());
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SimulatedSystem.class,
      names = {"REDIS", "REDLOCK"})
  void thePeersAreCaughtGivingALockToTwo(SimulatedSystem system) {
    ExploreResult result = explore(system, 1, 50);

    assertThat(result.isClean()).isFalse();
    assertThat(result.failure().promise()).isEqualTo(Promise.MUTUAL_EXCLUSION);
    long seed = result.failure().seed();
    String replay =
        "./tenure simulate --explore --system " + system + " --seeds " + seed + ".." + seed;
    assertThat(result.failure().replay()).isEqualTo(replay);
    assertThat(printed.toString())
        .contains("promise 1, mutual exclusion")
        .contains("Replay: " + replay);
  }

  @ParameterizedTest
  @EnumSource(SimulatedSystem.class)
  void whereNothingGoesWrongEverySystemIsClean(SimulatedSystem system) {
    Setup setup = new Setup(system, true, EnumSet.noneOf(Fault.class), Set.of());

    for (long seed = 1; seed <= 10; seed++) {
      assertThat(new RandomWorld(seed, setup).run().broken()).isNull();
    }
  }

  @Test
  void progressIsPrintedOnceASecond() {
    AtomicLong clock = new AtomicLong();
    ExploreOptions options =
        new ExploreOptions(
            SimulatedSystem.TENURE, 1, 5, true, () -> clock.getAndAdd(600_000_000), () -> false);

    Explorer.explore(options, new PrintWriter(printed));

    assertThat(printed.toString().lines().filter(line -> line.startsWith("  seed"))).hasSize(2);
  }

  @Test
  void whoIsAskedToStopSaysWhatWasDone() {
    AtomicLong seedsRun = new AtomicLong();
    ExploreOptions endless =
        new ExploreOptions(
            SimulatedSystem.TENURE,
            1,
            Long.MAX_VALUE,
            true,
            System::nanoTime,
            () -> seedsRun.incrementAndGet() == 3);

    ExploreResult result = Explorer.explore(endless, new PrintWriter(printed));

    assertThat(result.seeds()).isEqualTo(3);
    assertThat(printed.toString())
        .contains("3 seeds, ")
        .contains("Stopped after seed 3. No guarantee was violated so far.");
  }

  @Test
  void seedsThatEndBeforeTheyBeginAreRefused() {
    assertThatThrownBy(
            () -> new ExploreOptions(SimulatedSystem.TENURE, 2, 1, true, () -> 0, () -> false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seeds: 2..1 (expected: first..last)");
  }

  private ExploreResult explore(SimulatedSystem system, long firstSeed, long lastSeed) {
    ExploreOptions options =
        new ExploreOptions(system, firstSeed, lastSeed, true, System::nanoTime, () -> false);
    return Explorer.explore(options, new PrintWriter(printed));
  }
}
