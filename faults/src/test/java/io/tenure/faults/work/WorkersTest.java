package io.tenure.faults.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.resource.ResourceServer;
import io.tenure.faults.work.role.RoleKind;
import io.tenure.faults.work.watch.GrantCount;
import io.tenure.faults.work.watch.Observer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkersTest {
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final int CLIENTS = RoleKind.values().length;

  @TempDir private Path folder;

  @Test
  void whatWorkersAreToldIsWhatObserversSee() throws Exception {
    Keyspace keys = new Keyspace(1);
    GrantCount grants = new GrantCount(1);
    try (ServerProcess server = ServerProcess.start(folder);
        ResourceServer resources = ResourceServer.open(folder.resolve("resources.jsonl"));
        Observer observer =
            Observer.start(
                "o", server.endpoint(), keys, folder.resolve("observer.jsonl"), grants)) {
      try (Workers workers = Workers.start(plan(server.endpoint(), resources.address(), keys))) {
        await("something happens", () -> observer.seen(0) > 100);
        assertThat(workers.pause(new Random(1))).isEqualTo("w0");
        workers.resume();
        assertThat(workers.kill(new Random(1))).isEqualTo("w0 (followed by w1)");
        long before = observer.seen(0);
        await("the other one works, too", () -> observer.seen(0) > before + 200);

        assertThat(workers.dead()).isEmpty();
        assertThat(workers.stop()).isEmpty();
      }
      OptionalLong revision = observer.readRevision(0);
      assertThat(revision).isPresent();
      await("everything is seen", () -> observer.seen(0) >= revision.getAsLong());
    }

    History history = History.read(folder);
    assertThat(history.all(Entry.Accessed.class)).isNotEmpty();
    assertThat(history.all(Entry.Kept.class)).isNotEmpty();
    assertThat(history.all(Entry.WatchCutOff.class)).isEmpty();
    assertPauses(history);
    assertGrantsAndReleases(history);
    assertThat(history.all(Entry.Watched.class))
        .filteredOn(watched -> watched.event().kind() == LogEvent.Kind.GRANTED)
        .hasSize((int) grants.count());
  }

  private Workers.Plan plan(String endpoint, String resources, Keyspace keys) {
    return new Workers.Plan(
        folder, List.of(endpoint), resources, keys, 7, 1, CLIENTS, 200, Workers.Launch.PLAIN);
  }

  private static void assertPauses(History history) {
    List<Entry.Paused> pauses = history.all(Entry.Paused.class);
    assertThat(pauses).hasSize(2 * CLIENTS);
    assertThat(pauses).filteredOn(paused -> paused.toNanos() == Long.MAX_VALUE).hasSize(CLIENTS);
  }

  private static void assertGrantsAndReleases(History history) {
    Map<Long, Operation> asked = new HashMap<>();
    history.all(Entry.Invoked.class).forEach(each -> asked.put(each.op(), each.operation()));
    Map<Operation.Kind, Set<Long>> told =
        history.all(Entry.Returned.class).stream()
            .filter(returned -> returned.result().kind() == Result.Kind.OK)
            .collect(
                Collectors.groupingBy(
                    returned -> asked.get(returned.op()).kind(),
                    Collectors.mapping(
                        returned ->
                            returned.result().token() == 0
                                ? asked.get(returned.op()).token()
                                : returned.result().token(),
                        Collectors.toSet())));

    assertThat(told.get(Operation.Kind.ACQUIRE)).hasSizeGreaterThan(20);
    assertThat(told.get(Operation.Kind.RELEASE)).hasSizeGreaterThan(10);
    assertThat(seen(history, LogEvent.Kind.GRANTED)).containsAll(told.get(Operation.Kind.ACQUIRE));
    assertThat(seen(history, LogEvent.Kind.RELEASED)).containsAll(told.get(Operation.Kind.RELEASE));
  }

  private static Set<Long> seen(History history, LogEvent.Kind kind) {
    return history.all(Entry.Watched.class).stream()
        .filter(watched -> watched.event().kind() == kind)
        .map(watched -> watched.event().token())
        .collect(Collectors.toSet());
  }

  private static void await(String what, BooleanSupplier condition) throws InterruptedException {
    long givenUpNanos = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - givenUpNanos).as(what).isNegative();
      Thread.sleep(20);
    }
  }
}
