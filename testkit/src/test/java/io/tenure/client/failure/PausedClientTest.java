package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.fencing.FencingGuard;
import io.tenure.fencing.StaleTokenException;
import io.tenure.harness.process.JavaCommand;
import io.tenure.testkit.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A real process is stopped for longer than its lease, as by a long garbage collection. */
@Tag("full")
final class PausedClientTest {
  private TestServer server;
  private Process holder;

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
  }

  @AfterEach
  void stop() {
    if (holder != null) {
      holder.destroyForcibly();
    }
    server.close();
  }

  @Test
  void pausedHolderIsFencedOffAndThenKnowsThatItHasLost() throws Exception {
    holder = start("/p/paused");
    try (BufferedReader story = holder.inputReader(StandardCharsets.UTF_8);
        Tenure tenure = Tenure.connect(server.endpoint())) {
      long old = number(await(story, "holds "));
      await(story, "writes ");

      signal("STOP");
      Hold next = tenure.lock("/p/paused").waitUpTo(Duration.ofSeconds(60)).acquire();
      signal("CONT");

      assertThat(next.token()).isGreaterThan(old);
      FencingGuard resource = new FencingGuard("resource");
      resource.check(next.token());
      List<String> rest = new ArrayList<>();
      for (String line = story.readLine(); line != null; line = story.readLine()) {
        rest.add(line);
      }
      assertThat(rest).contains("lost TERM_OVER", "stops " + old);
      // What it wrote before it noticed, if anything, bears a token that the resource refuses.
      assertThat(rest.stream().filter(line -> line.startsWith("writes ")))
          .allSatisfy(
              line ->
                  assertThatExceptionOfType(StaleTokenException.class)
                      .isThrownBy(() -> resource.check(number(line))));
      assertThat(next.isValid()).isTrue();
      assertThat(holder.waitFor()).isZero();
    }
  }

  @Test
  void killedHolderIsFollowedByTheNextInLine() throws Exception {
    holder = start("/p/killed");
    try (BufferedReader story = holder.inputReader(StandardCharsets.UTF_8);
        Tenure tenure = Tenure.connect(server.endpoint())) {
      long old = number(await(story, "holds "));

      holder.destroyForcibly();
      Hold next = tenure.lock("/p/killed").waitUpTo(Duration.ofSeconds(60)).acquire();

      assertThat(next.token()).isGreaterThan(old);
    }
  }

  private Process start(String key) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            JavaCommand.java(),
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            PausedHolder.class.getName(),
            server.endpoint(),
            key);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    return builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private void signal(String name) throws IOException, InterruptedException {
    int code =
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + holder.pid())
            .inheritIO()
            .start()
            .waitFor();
    assertThat(code).isZero();
  }

  private static String await(BufferedReader story, String beginning) throws IOException {
    for (String line = story.readLine(); line != null; line = story.readLine()) {
      if (line.startsWith(beginning)) {
        return line;
      }
    }
    throw new AssertionError("the holder ended before it said: " + beginning);
  }

  private static long number(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }
}
