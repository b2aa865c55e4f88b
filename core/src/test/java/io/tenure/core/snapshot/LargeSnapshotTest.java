package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** A snapshot whose state takes more memory than there is. */
final class LargeSnapshotTest {
  private static final SessionId SESSION = new SessionId(1);
  private static final Value VALUE = Value.of(new byte[Value.MAX_BYTES]);
  private static final int COUNT = 1_000;

  private final LockState state = new LockState(Limits.DEFAULT);

  private void acquire(int number, String key) {
    RequestId request = new RequestId(SESSION, number);
    List<Target> targets = List.of(Target.exclusive(Key.of(key)));
    state.apply(new AcquireLock(request, 0, "o" + number, targets, true, VALUE));
  }

  private void assertThatLittleOfItIsRead(IntConsumer fill) throws IOException {
    state.apply(new OpenSession(1, 5_000, "test"));
    acquire(1, "/held");
    for (int i = 2; i <= COUNT; i++) {
      fill.accept(i);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state.capture().writeTo(out);
    ByteArrayInputStream in = new ByteArrayInputStream(out.toByteArray());

    assertThatThrownBy(() -> LockState.restore(in, state.bytes() / 4))
        .isInstanceOf(StateTooLargeException.class)
        .hasMessageContaining("more than " + state.bytes() / 4 + " bytes");
    assertThat(in.available()).isGreaterThan(out.size() / 2);

    byte[] all = out.toByteArray();
    assertThat(LockState.restore(new ByteArrayInputStream(all), state.bytes()).bytes())
        .isEqualTo(state.bytes());
  }

  @Test
  void ofHoldsIsNotReadToTheEnd() throws IOException {
    assertThatLittleOfItIsRead(i -> acquire(i, "/k" + i));
  }

  @Test
  void ofWaitingRequestsIsNotReadToTheEnd() throws IOException {
    assertThatLittleOfItIsRead(i -> acquire(i, "/held"));
  }

  @Test
  void ofSessionsIsNotReadToTheEnd() throws IOException {
    assertThatLittleOfItIsRead(i -> state.apply(new OpenSession(i, 5_000, "c".repeat(128))));
  }

  @Test
  void ofRequestsThatStandAsideIsRead() throws IOException {
    state.apply(new OpenSession(1, 5_000, "test"));
    acquire(1, "/held");
    acquire(2, "/held");
    state.apply(new StandAside(new RequestId(SESSION, 2)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state.capture().writeTo(out);

    assertThatThrownBy(
            () ->
                LockState.restore(
                    new ByteArrayInputStream(out.toByteArray()), state.waitingBytes() - 1))
        .isInstanceOf(StateTooLargeException.class);
  }
}
