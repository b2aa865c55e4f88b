package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.tenure.client.internal.call.KeyPaths;
import io.tenure.client.view.WatchedKeys;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Arguments that the client refuses without asking the service: no server runs here. */
final class ArgumentsTest {
  private static final Duration HUGE = Duration.ofSeconds(Long.MAX_VALUE);

  private final Tenure tenure = Tenure.connect("127.0.0.1:1");

  @AfterEach
  void close() {
    tenure.close();
  }

  static List<Arguments> badKeys() {
    return List.of(
        Arguments.of("", "key: 0 bytes (expected: 2 to 512 bytes)"),
        Arguments.of("/", "key: 1 bytes (expected: 2 to 512 bytes)"),
        Arguments.of("/" + "k".repeat(512), "key: 513 bytes (expected: 2 to 512 bytes)"),
        Arguments.of("/" + "€".repeat(171), "key: 514 bytes (expected: 2 to 512 bytes)"),
        Arguments.of("a/b", "key: \"a/b\" (expected: a path that starts with /)"),
        Arguments.of("/a/", "key: \"/a/\" (expected: no empty, \".\" or \"..\" segment)"),
        Arguments.of("/a//b", "key: \"/a//b\" (expected: no empty, \".\" or \"..\" segment)"),
        Arguments.of("/a/./b", "key: \"/a/./b\" (expected: no empty, \".\" or \"..\" segment)"),
        Arguments.of("/..", "key: \"/..\" (expected: no empty, \".\" or \"..\" segment)"),
        Arguments.of(
            "/a\0", "key: \"/a\\u0000\" (expected: valid text without control characters)"),
        Arguments.of(
            "/\ud800", "key: \"/\\ud800\" (expected: valid text without control characters)"),
        Arguments.of(
            "/a".repeat(17), "key: \"" + "/a".repeat(17) + "\" (expected: 1 to 16 segments)"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 1_000_001})
  void permitsOutOfRangeAreRefusedWithTheRange(int permits) {
    List<ThrowingCallable> uses =
        List.of(
            () -> Target.permit("/a", permits),
            () -> new Target("/a", Mode.SEMAPHORE, Scope.SUBTREE, permits),
            () -> tenure.lock("/a").semaphore(permits));

    for (ThrowingCallable use : uses) {
      assertThatIllegalArgumentException()
          .isThrownBy(use)
          .withMessage("permits: " + permits + " (expected: 1 to 1000000)");
    }
  }

  @ParameterizedTest
  @MethodSource("badKeys")
  void badKeyIsRefusedWithWhatIsExpected(String key, String message) {
    List<ThrowingCallable> uses =
        List.of(
            () -> tenure.lock(key),
            () -> tenure.lock("/good", key),
            () -> Target.shared(key),
            () -> tenure.election(key),
            () -> tenure.get(key),
            () -> tenure.getAsync(key));

    for (ThrowingCallable use : uses) {
      assertThatIllegalArgumentException().isThrownBy(use).withMessage(message);
    }
  }

  @Test
  void keysOfEveryShapeThatTheServiceTakesAreTaken() {
    assertThat(KeyPaths.require("/a")).isEqualTo("/a");
    assertThat(KeyPaths.require("/" + "k".repeat(511))).hasSize(512);
    assertThat(KeyPaths.require("/a".repeat(16))).hasSize(32);
    assertThat(KeyPaths.require("/.../ ä €/\ud83d\ude00")).startsWith("/...");
    assertThat(new WatchedKeys("/", Scope.SUBTREE).key()).isEqualTo("/");
  }

  @Test
  void hugeDurationsAreRefusedWithTheRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tenure.openSession(HUGE))
        .withMessage("ttl: 9223372036854775807 s (expected: 1 s to 600 s)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tenure.builder().ttl(HUGE.negated()))
        .withMessage("ttl: -9223372036854775807 s (expected: 1 s to 600 s)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Tenure.builder().timeout(HUGE))
        .withMessageEndingWith("(expected: more than 0, at most 1 day)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tenure.lock("/a").waitUpTo(HUGE))
        .withMessageEndingWith("(expected: 0 to 1 day)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tenure.lock("/a").holdAtMost(HUGE))
        .withMessageEndingWith("(expected: more than 0, at most 365 days)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tenure.election("/a").campaign(HUGE))
        .withMessageEndingWith("(expected: 0 to 1 day)");
  }

  @Test
  void waitOfTryAcquireIsRefusedWithTheRange() {
    LockRequest request = tenure.lock("/a");
    Duration negative = Duration.ofMillis(-1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.tryAcquire(negative))
        .withMessage("wait: PT-0.001S (expected: 0 to 1 day)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> request.tryAcquireAsync(Duration.ofDays(2)))
        .withMessage("wait: PT48H (expected: 0 to 1 day)");
  }

  @Test
  void lockThatCannotHonourAWaitIsRefused() {
    LockRequest request = tenure.lock("/a").waitUpTo(Duration.ofSeconds(2));

    for (ThrowingCallable use :
        List.<ThrowingCallable>of(request::asLock, request::asReadWriteLock)) {
      assertThatIllegalStateException()
          .isThrownBy(use)
          .withMessage(
              "wait: 2000 ms (expected: no waitUpTo before asLock; use tryLock(time, unit))");
    }
  }

  @Test
  @SuppressWarnings("NullAway") // That is what it is about.
  void listenersThatAreNoneAreRefusedAtOnce() {
    Election election = tenure.election("/a");
    WatchedKeys keys = new WatchedKeys("/a", Scope.KEY);
    List<ThrowingCallable> uses =
        List.of(
            () -> tenure.lock("/a").onLost(null),
            () -> tenure.openSession(Duration.ofSeconds(1)).onLost(null),
            () -> tenure.watch(keys, null),
            () -> tenure.watch(null, event -> {}),
            () -> election.observe(null),
            () -> election.run(null),
            () -> election.value(null),
            () -> election.stand(null, loss -> {}),
            () -> election.stand(won -> {}, null));

    for (ThrowingCallable use : uses) {
      assertThatNullPointerException().isThrownBy(use);
    }
  }
}
