package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.LockState;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.ReleaseLock;
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
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class DamagedSnapshotTest {
  private static final SessionId FIRST = new SessionId(1);
  private static final SessionId SECOND = new SessionId(2);

  private final byte[] bytes = snapshot();

  @Test
  void everyFlippedBitIsNoticed() {
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));

      assertThatThrownBy(() -> restore(damaged))
          .as("bit %d", bit)
          .isInstanceOf(SnapshotException.class)
          .hasMessageStartingWith("snapshot: ");
    }
  }

  @Test
  void everyMissingEndIsNoticed() {
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);

      assertThatThrownBy(() -> restore(cut))
          .as("%d of %d bytes", length, bytes.length)
          .isInstanceOf(SnapshotException.class)
          .hasMessage("snapshot: ends too early: truncated or damaged");
    }
  }

  @Test
  void soundOneIsRead() throws IOException {
    assertThat(restore(bytes).holds()).hasSize(2);
    assertThat(restore(bytes).waiting()).hasSize(1);
  }

  /** Its content may be anything that this release does not know. */
  @Test
  void snapshotOfNewerReleaseIsToldFromDamagedOne() {
    byte[] newer = ofVersion(Snapshot.VERSION + 1);

    assertThatThrownBy(() -> restore(newer))
        .isInstanceOfSatisfying(
            SnapshotException.class, e -> assertThat(e.isOfNewerVersion()).isTrue())
        .hasMessage(
            "snapshot: version %d (expected: 1 to %d): a newer release of Tenure wrote it"
                .formatted(Snapshot.VERSION + 1, Snapshot.VERSION));

    newer[newer.length / 2] ^= 1;
    assertThatThrownBy(() -> restore(newer))
        .isInstanceOfSatisfying(
            SnapshotException.class, e -> assertThat(e.isOfNewerVersion()).isFalse())
        .hasMessageEndingWith(": damaged");
  }

  @Test
  void versionBelowTheFirstIsDamage() {
    assertThatThrownBy(() -> restore(ofVersion(0)))
        .isInstanceOfSatisfying(
            SnapshotException.class, e -> assertThat(e.isOfNewerVersion()).isFalse())
        .hasMessage("snapshot: version 0 (expected: 1 to %d): damaged".formatted(Snapshot.VERSION));
  }

  private byte[] ofVersion(int version) {
    ByteBuffer other = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 40));
    other.putInt(Long.BYTES, version);
    CRC32C checksum = new CRC32C();
    int end = other.capacity() - Long.BYTES;
    checksum.update(other.array(), 0, end);
    other.putLong(end, checksum.getValue());
    return other.array();
  }

  private static LockState restore(byte[] bytes) throws IOException {
    return LockState.restore(new ByteArrayInputStream(bytes));
  }

  private static byte[] snapshot() {
    LockState state = new LockState(Limits.DEFAULT);
    state.apply(new OpenSession(1, 5_000, "first"));
    state.apply(new OpenSession(2, 5_000, "second"));
    acquire(state, FIRST, 1, Target.exclusive(Key.of("/a/b")));
    acquire(state, SECOND, 1, Target.exclusive(Key.of("/a/b")));
    acquire(state, SECOND, 2, new Target(Key.of("/s"), Mode.semaphore(2), Scope.KEY));
    state.apply(new ReleaseLock(new RequestId(FIRST, 2), 0, 99));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      state.capture().writeTo(out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  private static void acquire(LockState state, SessionId session, long number, Target target) {
    RequestId request = new RequestId(session, number);
    state.apply(new AcquireLock(request, 0, "main", List.of(target), true, Value.of("v")));
  }
}
