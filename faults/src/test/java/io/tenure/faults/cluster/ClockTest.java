package io.tenure.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.harness.process.JavaCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClockTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** By a clock that is read a little later. */
  private static final long SHORTEST_WAIT_MILLIS = ClockProbe.WAIT_MILLIS - 20;

  /** Far less than a jump, far more than this machine can be slow. */
  private static final long TOLERANCE_MILLIS = 60_000;

  @TempDir Path folder;
  private Clock clock;
  private Process probe;
  private BufferedReader lines;

  /** What the probe says. */
  private record Reading(long wallMillis, long nanoTime, List<Long> waits) {
    static Reading of(String line) {
      List<Long> numbers = Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
      return new Reading(numbers.get(0), numbers.get(1), numbers.subList(2, numbers.size()));
    }

    /** How much its wall clock was ahead of this machine's when it read it. */
    long aheadMillis() {
      long agoMillis = (System.nanoTime() - nanoTime) / 1_000_000;
      return wallMillis - (System.currentTimeMillis() - agoMillis);
    }
  }

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Clock.missing().isEmpty(), () -> Clock.missing().orElse(""));
    clock = Clock.at(folder.resolve("clock"));
    String java = JavaCommand.java();
    ProcessBuilder builder =
        new ProcessBuilder(java, "-Xmx32m", "-XX:+UseSerialGC", ClockProbe.class.getName())
            .redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().putAll(clock.environment());
    probe = builder.start();
    lines = probe.inputReader(StandardCharsets.UTF_8);
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (probe != null) {
      probe.destroyForcibly().waitFor();
      Clock.forget(probe.pid());
    }
  }

  private Reading read() throws IOException {
    String line = lines.readLine();
    assertThat(line).as("what the probe says").matches("-?\\d+( -?\\d+){5}");
    return Reading.of(line);
  }

  /** All readings until the wall clock is ahead by this, more or less. */
  private void requireAhead(Duration expected) throws IOException {
    long end = System.nanoTime() + LIMIT.toNanos();
    long nanosBefore = 0;
    while (true) {
      Reading reading = read();
      // One may end early for no reason, as the JDK says.
      assertThat(reading.waits())
          .filteredOn(millis -> millis < SHORTEST_WAIT_MILLIS)
          .hasSizeLessThanOrEqualTo(1);
      assertThat(reading.nanoTime()).isGreaterThan(nanosBefore).isLessThan(System.nanoTime());
      nanosBefore = reading.nanoTime();
      if (Math.abs(reading.aheadMillis() - expected.toMillis()) < TOLERANCE_MILLIS) {
        return;
      }
      assertThat(System.nanoTime()).as("%s ms ahead", reading.aheadMillis()).isLessThan(end);
    }
  }

  @Test
  void wallClockJumpsBothWaysWhileTheOtherAndAllWaitsGoOn() throws IOException {
    requireAhead(Duration.ZERO);

    clock.shift(Duration.ofMinutes(10));
    requireAhead(Duration.ofMinutes(10));

    clock.shift(Duration.ofMinutes(-10));
    requireAhead(Duration.ofMinutes(-10));

    clock.shift(Duration.ZERO);
    requireAhead(Duration.ZERO);
  }
}
