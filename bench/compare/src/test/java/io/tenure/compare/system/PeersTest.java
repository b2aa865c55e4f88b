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
  void holderIsAlone(String name) throws Exception {
    try (SystemContract contract = SystemContract.start(Systems.named(name), directory)) {
      contract.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 0);
      contract.requireThatWorkersTakeTurns("mutex", LockClient::mutex, 1);
      contract.requireThatWorkersTakeTurns("exclusive", LockClient::exclusive, 1);
      if (has(name, Feature.SHARED)) {
        contract.requireThatReadersExcludeWritersOnly();
      }
      if (has(name, Feature.WATCH)) {
        contract.requireThatWatchersAreTold();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("replicated")
  void locksAreGrantedAfterTheLeaderHasDied(String name) throws Exception {
    try (SystemContract contract = SystemContract.start(Systems.named(name), directory)) {
      contract.requireThatItSurvivesItsLeader();
    }
  }
}
