package io.tenure.compare.system;

import io.tenure.compare.system.LockSystem.Feature;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every system that is installed. */
@Tag("peers")
final class PeersTest {
  @TempDir Path directory;

  static Stream<String> systems() {
    String wanted = System.getProperty("peers", "");
    return Systems.all().stream()
        .filter(system -> system.missing().isEmpty())
        .map(LockSystem::name)
        .filter(name -> List.of("", "true").contains(wanted) || named(wanted).contains(name));
  }

  private static List<String> named(String wanted) {
    return List.of(wanted.split(","));
  }

  static Stream<String> replicated() {
    return systems().filter(name -> has(name, Feature.REPLICATED));
  }

  private static boolean has(String name, Feature feature) {
    return Systems.named(name).features().contains(feature);
  }

  @ParameterizedTest
  @MethodSource("systems")
  void whoHoldsIsAlone(String name) throws Exception {
    try (Trial trial = Trial.start(Systems.named(name), directory)) {
      trial.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 0);
      trial.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 1);
      trial.requireThatWorkersTakeTurns("exclusive", LockClient::exclusive, 1);
      if (has(name, Feature.SHARED)) {
        trial.requireThatReadersExcludeWritersOnly();
      }
      if (has(name, Feature.WATCH)) {
        trial.requireThatWatchersAreTold();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("replicated")
  void locksCanBeHadWhenTheLeaderHasDied(String name) throws Exception {
    try (Trial trial = Trial.start(Systems.named(name), directory)) {
      trial.requireThatItSurvivesItsLeader();
    }
  }
}
