package io.tenure.raft.kraft.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.tenure.raft.kraft.world.disk.Flaw;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The engine in seeded worlds. {@code -Dtenure.worlds=300000} runs more of them, {@code
 * -Dtenure.first=SEED} begins at a seed, {@code -Dtenure.trace=true} prints what happens.
 */
class EngineWorldsTest {
  private static final int WORLDS = Integer.getInteger("tenure.worlds", 100);
  private static final long FIRST = Long.getLong("tenure.first", 1);
  private static final int MOST_WORLDS_FOR_A_FLAW = 20_000;
  private static final int PROGRESS_EVERY = 10_000;
  private static final long TRACED = 10;

  @Test
  void everyWorldKeepsItsPromisesAndComesToRest() {
    Map<String, Integer> shapes = new TreeMap<>();
    long acknowledged = 0;
    long reads = 0;
    long changes = 0;

    for (long seed = FIRST; seed < FIRST + WORLDS; seed++) {
      World.Result result = run(seed);
      shapes.merge(result.shape(), 1, Integer::sum);
      acknowledged += result.acknowledged();
      reads += result.reads();
      changes += result.changes();
      if ((seed - FIRST + 1) % PROGRESS_EVERY == 0) {
        System.out.printf("%,d of %,d worlds%n", seed - FIRST + 1, WORLDS);
      }
    }

    System.out.printf(
        "%,d worlds from seed %d: %s; %,d operations acknowledged, %,d reads, %,d member changes%n",
        WORLDS, FIRST, shapes, acknowledged, reads, changes);
    assertThat(acknowledged).isPositive();
    assertThat(reads).isPositive();
    assertThat(changes).isPositive();
  }

  private static World.Result run(long seed) {
    try {
      return new World(seed, Flaw.NONE).run();
    } catch (Throwable e) {
      return fail("world " + seed + ": " + e.getMessage(), e);
    }
  }

  @Test
  void theSameSeedGivesTheSameTraceInAnotherProcess() throws Exception {
    List<String> here = new ArrayList<>();
    for (long seed = 1; seed <= TRACED; seed++) {
      here.add(run(seed).toString());
    }

    List<String> there = traceInAnotherProcess();

    assertThat(there).isEqualTo(here);
  }

  private static List<String> traceInAnotherProcess() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Traces.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed.lines().toList();
  }

  /** Prints how the first worlds end. */
  static final class Traces {
    private Traces() {}

    public static void main(String[] args) {
      for (long seed = 1; seed <= TRACED; seed++) {
        System.out.println(new World(seed, Flaw.NONE).run());
      }
    }
  }

  /** The world is one that is known to find the flaw; if it does not any more, others are tried. */
  @ParameterizedTest
  @CsvSource({
    "VOTE_NOT_PERSISTED, 82",
    "FLUSH_SKIPPED, 1",
    "ACK_BEFORE_FLUSH, 18",
    "WIPED_VOTER_VOTES, 57",
    "STALE_TERM_CONFIRMS, 151",
    "READ_UNCONFIRMED, 9",
    "SNAPSHOT_NOT_FLUSHED, 2",
    "LEADER_REMOVES_ITSELF, 30",
    "NAMED_LEADER_UNGUARDED, 237",
    "SENDER_ADDRESS_UNGUARDED, 126",
    "RESTARTED_CANDIDATE_UNGUARDED, 958",
    "LATE_VOTERS_UNGUARDED, 1348",
    "STALE_OBSERVER_UNGUARDED, 9234",
    "FORGOTTEN_ADDRESS_UNGUARDED, 3403",
    "REMOVED_VOTER_UNGUARDED, 780",
  })
  void aFlawIsFound(Flaw flaw, long first) {
    for (long seed = first; seed < first + MOST_WORLDS_FOR_A_FLAW; seed++) {
      try {
        new World(seed, flaw).run();
      } catch (History.Violation e) {
        System.out.printf("%s found in world %d: %s%n", flaw, seed, e.getMessage());
        return;
      }
    }
    fail("%s is not found in %d worlds", flaw, MOST_WORLDS_FOR_A_FLAW);
  }
}
