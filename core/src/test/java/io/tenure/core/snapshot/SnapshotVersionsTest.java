package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.GoldenOutcomes;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ReleaseLock;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.session.RememberedAnswers.Answer;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.session.SessionEntry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that older versions of the program wrote. */
class SnapshotVersionsTest {
  /** A hold, a waiting request and an answer, as version 1 wrote them. */
  private static final String VERSION_1 =
      "54454e555245534e00000001000186a0000f424000002710000003e80003d090"
          + "00001000000f424000004e200000000000000002000000000000000200000001"
          + "0000000000000001000000000000000700000000000027100001770000000000"
          + "0000000000000100000000000000030208000000000000000900000000010000"
          + "0000000000010000000000000001000000000000000100000000000000010004"
          + "6d61696e0100022f610000000000000001760000000100000000000000020000"
          + "000000000000000000000000000100000000000000020001620100022f610100"
          + "0000000100000000000036e84e71";

  /** The same as version 2 wrote it. */
  private static final String VERSION_2 =
      "54454e555245534e00000002000186a0000f424000002710000003e80003d090"
          + "00001000000f424000004e200000000000000002000000000000000200000001"
          + "0000000000000001000000000000000700000000000027100001770000000000"
          + "0000000000000100000000000000030208000000000000000900000000000000"
          + "0001000000000000000100000000000000010000000000000001000000000000"
          + "000100046d61696e0100022f6100000000000000017600000001000000000000"
          + "0002000000000000000000000000000000010000000000000002000162010002"
          + "2f6101000000000100000000000049d0eb87";

  @ParameterizedTest
  @ValueSource(strings = {VERSION_1, VERSION_2})
  void olderVersionIsReadAndWrittenAsTheNewest(String written) throws IOException {
    LockState state = LockState.restore(bytes(written));

    assertThat(state.revision()).isEqualTo(2);
    assertThat(state.holds()).hasSize(1);
    assertThat(state.holds().get(0).party()).isEqualTo("main");
    assertThat(state.waiting()).hasSize(1);
    assertThat(state.limits().deadlockSteps()).isEqualTo(20_000);
    assertThat(state.limits().heldBytes()).isEqualTo(Limits.DEFAULT.heldBytes());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state.capture().writeTo(out);
    LockState again = LockState.restore(new ByteArrayInputStream(out.toByteArray()));
    assertThat(again.holds()).isEqualTo(state.holds());
    assertThat(again.waiting()).isEqualTo(state.waiting());
  }

  /**
   * What scenarios/snapshots/every-section.txt says, as that version wrote it. Never rewrite it.
   */
  private static LockState everySection(int version) throws IOException {
    String name = "/snapshots/version-" + version + ".hex";
    try (InputStream in =
        Objects.requireNonNull(SnapshotVersionsTest.class.getResourceAsStream(name))) {
      String hex = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      return LockState.restore(bytes(hex.replace("\n", "")));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void everySectionIsRead(int version) throws IOException {
    LockState state = everySection(version);

    assertThat(state.revision()).isEqualTo(Limits.REVISION_STEP + 5);
    assertThat(state.limits())
        .isEqualTo(
            new Limits(
                50, 1000, 6, 30, 20, 200, 60, 500, 3000, 2, 1_000_001, 1_000_002, 1_000_003));
    assertThat(state.sessions())
        .containsExactly(
            new Session(new SessionId(1), -7, 10_000, "w"),
            new Session(new SessionId(2), 1, 90_000, "a b"));
    assertThat(state.ending().stream().map(over -> over.session().session))
        .containsExactly(
            new Session(new SessionId(3), 2, 2_000, ""),
            new Session(new SessionId(4), 3, 3_000, "büro"));
    assertThat(state.ending().stream().map(LockState.Ending::cause))
        .containsExactly(EndCause.SESSION_CLOSED, EndCause.SESSION_EXPIRED);
    assertThat(state.holds())
        .hasSize(13)
        .contains(
            new Hold(
                2,
                new OwnerId(new SessionId(1), "reader"),
                "thread-1",
                new RequestId(new SessionId(1), 2),
                List.of(new Target(Key.of("/tree"), Mode.SHARED, Scope.SUBTREE)),
                Value.NONE),
            new Hold(
                3,
                new OwnerId(new SessionId(1), "#3"),
                "thread-2",
                new RequestId(new SessionId(1), 3),
                List.of(new Target(Key.of("/permits"), Mode.semaphore(3), Scope.KEY)),
                Value.of(new byte[] {0, -1})));
    assertThat(state.waiting())
        .extracting(WaitingRequest::arrival)
        .containsExactly(10L, 18L, 19L, 20L);
    assertThat(state.waiting())
        .extracting(WaitingRequest::upgradeOf)
        .containsExactly(0L, 1L, 0L, 0L);
    assertThat(away(state)).extracting(WaitingRequest::arrival).containsExactly(21L, 23L);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void everyAnswerIsRead(int version) throws IOException {
    LockState state = everySection(version);

    Set<Class<?>> outcomes = new HashSet<>();
    Set<RequestFingerprint.Kind> calls = new HashSet<>();
    for (Answer answer : answers(state)) {
      outcomes.add(answer.outcome().getClass());
      calls.add(answer.call().kind());
    }

    Set<Class<?>> writable = new HashSet<>();
    GoldenOutcomes.VERSION_3.values().forEach(outcome -> writable.add(outcome.getClass()));
    assertThat(outcomes).isEqualTo(writable);
    assertThat(calls).containsExactlyInAnyOrder(RequestFingerprint.Kind.values());
    assertThat(entry(state, 1).forgottenThrough()).isEqualTo(5);
    RequestId released = new RequestId(new SessionId(1), 25);
    assertThat(state.apply(new ReleaseLock(released, 0, 15)).outcome())
        .isEqualTo(new Outcome.Released(15));
    assertThat(state.apply(new ReleaseLock(released, 0, 16)).outcome())
        .isEqualTo(new Outcome.RequestReused(released));
  }

  /** Later versions write other bytes; what they read back must be the same. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void everySectionIsWrittenAsTheNewest(int version) throws IOException {
    LockState state = everySection(version);
    ByteArrayOutputStream out = new ByteArrayOutputStream();

    state.capture().writeTo(out);
    LockState again = LockState.restore(new ByteArrayInputStream(out.toByteArray()));

    assertThat(again.limits()).isEqualTo(state.limits());
    assertThat(again.revision()).isEqualTo(state.revision());
    assertThat(again.sessions()).isEqualTo(state.sessions());
    assertThat(again.holds()).isEqualTo(state.holds());
    assertThat(again.waiting()).isEqualTo(state.waiting());
    assertThat(answers(again)).isEqualTo(answers(state));
    assertThat(away(again)).isEqualTo(away(state));
    assertThat(again.leftToEnd()).isEqualTo(state.leftToEnd());
  }

  /** Session 2 asked for /f in exclusive mode and has made it shared since. */
  @Test
  void whatConvertedHoldWasAskedForAsIsReadSinceVersion4() throws IOException {
    RequestId request = new RequestId(new SessionId(2), 3);
    Target asked = Target.exclusive(Key.of("/f"));
    AcquireLock retry = new AcquireLock(request, 0, "down", List.of(asked), true, Value.NONE);

    assertThat(everySection(4).apply(retry).outcome()).isEqualTo(new Outcome.Granted(6));
    assertThat(everySection(3).apply(retry).outcome())
        .isEqualTo(new Outcome.RequestReused(request));
  }

  private static SessionEntry entry(LockState state, long session) {
    return Objects.requireNonNull(state.entry(new SessionId(session)));
  }

  private static List<Answer> answers(LockState state) {
    return state.sessions().stream()
        .flatMap(session -> entry(state, session.id().number()).image().answers().stream())
        .toList();
  }

  private static List<WaitingRequest> away(LockState state) {
    return state.sessions().stream()
        .flatMap(session -> entry(state, session.id().number()).image().away().stream())
        .toList();
  }

  private static ByteArrayInputStream bytes(String hex) {
    return new ByteArrayInputStream(HexFormat.of().parseHex(hex));
  }
}
