package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.CompareState;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.Scope;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checksum that replicas compare. */
final class StateChecksumTest {
  private static LockState state(String value) {
    LockState state = new LockState(Limits.DEFAULT);
    state.apply(new OpenSession(1, 10_000, "worker"));
    RequestId request = new RequestId(new SessionId(1), 1);
    Target target = new Target(Key.of("/a"), Mode.EXCLUSIVE, Scope.KEY);
    state.apply(new AcquireLock(request, 0, "", List.of(target), false, Value.of(value)));
    return state;
  }

  @Test
  void isTheSameForTheSameLogAlsoAfterARestore() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state("v").capture().writeTo(out);
    LockState restored = LockState.restore(new ByteArrayInputStream(out.toByteArray()));

    long checksum = state("v").capture().checksum();

    assertThat(restored.capture().checksum()).isEqualTo(checksum);
    restored.apply(new CompareState());
    assertThat(restored.capture().checksum()).isEqualTo(checksum);
  }

  @Test
  void isAnotherIfOneByteOfAValueDiffers() {
    assertThat(state("v").capture().checksum()).isNotEqualTo(state("w").capture().checksum());
  }
}
