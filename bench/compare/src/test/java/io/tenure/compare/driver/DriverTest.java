package io.tenure.compare.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.driver.Request.Kind;
import io.tenure.compare.driver.meter.LatencyRecorder;
import io.tenure.compare.driver.meter.MeasuredServers;
import io.tenure.compare.memory.MemorySystem;
import io.tenure.compare.memory.MemorySystem.Fault;
import io.tenure.compare.result.Measurement;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Tag("full")
class DriverTest {
  private static final Measurement CONTENDED = measurement(Workload.CONTENDED, 4, 1);

  @ParameterizedTest
  @EnumSource(
      mode = Mode.EXCLUDE,
      names = {"FAILOVER", "FREEZE", "IDLE"})
  void correctLocksGiveAValidRun(Workload workload) {
    Run run = run(Fault.NONE, measurement(workload, 4, workload == Workload.CONTENDED ? 1 : 4));

    assertThat(run.valid()).isTrue();
    assertThat(run.operations()).isPositive();
    assertThat(run.usage()).isNotNull();
    assertThat(run.usage().cost()).isNotNull();
    assertThat(run.measurement().workload()).isEqualTo(workload);
  }

  @Test
  void latenciesAreThoseOfTheCountedPairs() {
    Run run = run(Fault.NONE, measurement(Workload.UNCONTENDED, 2, 2));

    assertThat(run.acquire().count()).isEqualTo(run.operations());
    assertThat(run.release().count()).isEqualTo(run.operations());
    assertThat(run.pair().p99Micros()).isGreaterThanOrEqualTo(run.acquire().p50Micros());
    assertThat(LatencyRecorder.histogram(run.pair()).getTotalCount()).isEqualTo(run.operations());
  }

  @Test
  void fairnessComparesTheFastestWorkerWithTheSlowest() {
    Run run = run(Fault.NONE, CONTENDED);

    assertThat(run.fairness()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void lockThatIsGrantedTwiceIsAViolation() {
    Run run = run(Fault.GRANTS_TWICE, CONTENDED);

    assertThat(run.faults().violations()).isPositive();
    assertThat(run.valid()).isFalse();
  }

  @Test
  void sharedGrantBesideAnExclusiveHolderIsAViolation() {
    Run run = run(Fault.GRANTS_TWICE, measurement(Workload.READERS, 16, 1));

    assertThat(run.faults().violations()).isPositive();
  }

  @Test
  void releaseOfWhatIsNotHeldIsALostGrant() {
    Run run = run(Fault.LOSES_GRANTS, measurement(Workload.UNCONTENDED, 2, 2));

    assertThat(run.faults().lostGrants()).isPositive();
    assertThat(run.faults().examples().get(0)).contains("not held");
    assertThat(run.valid()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCONTENDED", "MANY_CLIENTS", "HOLDERS"})
  void grantUnknownToTheServiceIsLost(Workload workload) {
    Run run = run(Fault.FORGETS_GRANTS, measurement(workload, 2, 2));

    assertThat(run.faults().lostGrants()).isPositive();
    assertThat(run.faults().examples()).anyMatch(one -> one.contains("the service reports"));
    assertThat(run.valid()).isFalse();
  }

  @Test
  void faultOfTheWarmUpCountsForTheRunThatFollows() {
    Driver driver = driver(Fault.LOSES_GRANTS);
    Measurement sound = measurement(Workload.WATCHERS, 1, 1);

    driver.carryOut(request(Kind.WARM_UP, measurement(Workload.UNCONTENDED, 2, 2)));
    Reply first = driver.carryOut(request(Kind.MEASURE, sound));

    assertThat(Objects.requireNonNull(first.run()).faults().lostGrants()).isPositive();
  }

  @Test
  void tokenThatDoesNotGrowIsAFault() {
    Run run = run(Fault.REPEATS_TOKENS, CONTENDED);

    assertThat(run.faults().staleTokens()).isPositive();
    assertThat(run.valid()).isFalse();
  }

  @Test
  void keyThatCannotBeAcquiredAfterTheRunIsStuck() {
    Run run = run(Fault.KEEPS_KEYS, measurement(Workload.UNCONTENDED, 2, 2));

    assertThat(run.faults().stuckKeys()).isPositive();
    assertThat(run.valid()).isFalse();
  }

  @Test
  void refusalsAreErrorsAndWorkersWithoutALockInvalidateTheRun() {
    Run run = run(Fault.REFUSES, measurement(Workload.UNCONTENDED, 2, 2));

    assertThat(run.operations()).isZero();
    assertThat(run.faults().errors()).isPositive();
    assertThat(run.failure()).contains("2 of 2 workers did not acquire and release a lock");
  }

  @Test
  void watchedKeyThatCannotBeChangedInvalidatesTheRun() {
    Run run = run(Fault.REFUSES, measurement(Workload.WATCHERS, 3, 1));

    assertThat(run.failure()).isEqualTo("no watched key could be changed");
  }

  @Test
  void errorOfTheClientLibraryIsReplied() {
    Driver driver = driver(Fault.BREAKS_THE_CLIENT);

    Reply reply = driver.carryOut(request(Kind.MEASURE, CONTENDED));

    assertThat(reply.failure()).contains("a bug of a library");
  }

  @Test
  void missingNotificationsAreCounted() {
    Run run = run(Fault.DOES_NOT_NOTIFY_ONE_WATCHER, measurement(Workload.WATCHERS, 3, 1));

    assertThat(run.watching().missing()).isEqualTo(run.watching().changes());
    assertThat(run.watching().delay().count()).isEqualTo(2 * run.watching().changes());
  }

  @Test
  void eachWatchIsOfOneOfSeveralKeysThatChangeAtTheGivenRate() {
    Measurement spread = new Measurement(Workload.WATCHERS, 40, 4, 20, 0.5, 0.05, 400);

    Run run = run(Fault.NONE, spread);

    // Each change is of one key, which two of the watches are of.
    assertThat(run.operations()).isEqualTo(2 * run.watching().changes());
    assertThat(run.watching().changes()).isBetween(40L, 240L);
    assertThat(run.watching().missing()).isZero();
    assertThat(run.valid()).isTrue();
  }

  @Test
  void eachSessionHoldsItsOwnKey() {
    Run run = run(Fault.NONE, new Measurement(Workload.SESSIONS, 12, 12, 12, 0.3, 0));

    assertThat(run.holding().held()).isEqualTo(12);
    assertThat(run.valid()).isTrue();
  }

  @Test
  void idleServersAreMeasuredWithoutALoad() {
    Run run = run(Fault.REFUSES, new Measurement(Workload.IDLE, 0, 0, 0, 0.3, 0));

    assertThat(run.valid()).isTrue();
    assertThat(run.usage().serverMib()).isPositive();
    assertThat(run.seconds()).isGreaterThan(0.2);
  }

  @Test
  void unknownServerProcessesHaveNoCpuTimeAndNoMemory() {
    MeasuredServers unknown = new MeasuredServers(List.of(), null, null);

    Run pairs = measured(CONTENDED, unknown);
    Run holders = measured(measurement(Workload.HOLDERS, 3, 20), unknown);

    assertThat(pairs.valid()).isTrue();
    assertThat(pairs.usage().clientCpuSeconds()).isPositive();
    assertThat(pairs.usage().serverCpuSeconds()).isNull();
    assertThat(pairs.usage().cost()).isNull();
    assertThat(pairs.serverMicrosPerOperation()).isNull();
    assertThat(holders.valid()).isTrue();
    assertThat(holders.holding().serverMibBefore()).isNull();
  }

  @Test
  void keysOfTwoDriversDiffer() {
    List<String> first = new KeyNames().next(Workload.CONTENDED, 1);
    List<String> second = new KeyNames().next(Workload.CONTENDED, 1);

    assertThat(first).isNotEqualTo(second);
    assertThat(first.get(0)).startsWith("/bench/contended-");
  }

  @Test
  void allKeysAreHeldAtOnce() {
    Run run = run(Fault.NONE, measurement(Workload.HOLDERS, 3, 200));

    assertThat(run.holding().held()).isEqualTo(200);
    assertThat(run.faults().harmless()).isTrue();
  }

  @Test
  void keyThatIsNotHeldInvalidatesTheRun() {
    Run run = run(Fault.REFUSES, measurement(Workload.HOLDERS, 3, 200));

    assertThat(run.failure()).contains("0 of 200 keys held");
  }

  @Test
  void failoverWithoutAStartFails() {
    Driver driver = driver(Fault.NONE);

    Reply reply = driver.carryOut(request(Kind.FAILOVER_END, CONTENDED));

    assertThat(reply.failure()).contains("failover load: not started");
  }

  private static Run run(Fault fault, Measurement measurement) {
    Reply reply = driver(fault).carryOut(request(Kind.MEASURE, measurement));
    assertThat(reply.failure()).isNull();
    return Objects.requireNonNull(reply.run());
  }

  private static Run measured(Measurement measurement, MeasuredServers servers) {
    Reply reply = driver(Fault.NONE).carryOut(request(Kind.MEASURE, measurement, servers));
    return Objects.requireNonNull(reply.run());
  }

  private static Driver driver(Fault fault) {
    return new Driver(new MemorySystem("memory", fault), List.of("memory"), Duration.ofSeconds(2));
  }

  private static Request request(Kind kind, Measurement measurement) {
    List<Long> pids = List.of(ProcessHandle.current().pid());
    return request(kind, measurement, new MeasuredServers(pids, pids.get(0), "."));
  }

  private static Request request(Kind kind, Measurement measurement, MeasuredServers servers) {
    return new Request(kind, "memory", 1, measurement, servers, 0);
  }

  private static Measurement measurement(Workload workload, int workers, int keys) {
    double changes = workload == Workload.WATCHERS ? 20 : 0;
    return new Measurement(workload, workers, Math.min(workers, 2), keys, 0.3, 0.05, changes);
  }
}
