package io.tenure.core.random.check;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Session;
import io.tenure.core.snapshot.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Two more cores that apply the same commands as the first: a twin, and one that is replaced now
 * and then by what its own snapshot restores.
 */
public final class Replicas {
  private final LockState twin;
  private LockState restored;
  private @Nullable Snapshot frozen;
  private byte[] frozenBytes = new byte[0];

  public Replicas(Limits limits) {
    twin = new LockState(limits);
    restored = new LockState(limits);
  }

  public void apply(Command command, Applied expected, Findings findings) {
    findings.equal(Check.SAME_LOG_SAME_BYTES, expected, twin.apply(command));
    findings.equal(Check.RESTORE_CHANGES_NOTHING, expected, restored.apply(command));
  }

  public void restore(Findings findings) {
    byte[] before = bytes(restored.capture());
    LockState copy;
    try {
      copy = LockState.restore(new ByteArrayInputStream(before));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    findings.equal(Check.RESTORE_CHANGES_NOTHING, restored.limits(), copy.limits());
    findings.equal(Check.RESTORE_CHANGES_NOTHING, restored.revision(), copy.revision());
    findings.equal(Check.RESTORE_CHANGES_NOTHING, restored.sessions(), copy.sessions());
    findings.equal(Check.RESTORE_CHANGES_NOTHING, restored.holds(), copy.holds());
    findings.equal(Check.RESTORE_CHANGES_NOTHING, restored.waiting(), copy.waiting());
    for (Session session : restored.sessions()) {
      long highest = restored.highestRequest(session.id());
      findings.equal(Check.RESTORE_CHANGES_NOTHING, highest, copy.highestRequest(session.id()));
    }
    restored = copy;
  }

  /** Compares the snapshots of all three, and the last one captured with what it was then. */
  public void compareBytes(LockState first, Findings findings) {
    if (frozen != null) {
      findings.that(
          Arrays.equals(frozenBytes, bytes(frozen)),
          Check.SNAPSHOT_IS_FROZEN,
          () -> "an older snapshot changed");
    }
    frozen = first.capture();
    frozenBytes = bytes(frozen);
    findings.that(
        Arrays.equals(frozenBytes, bytes(twin.capture())),
        Check.SAME_LOG_SAME_BYTES,
        () -> "other bytes");
    findings.that(
        Arrays.equals(frozenBytes, bytes(restored.capture())),
        Check.RESTORE_CHANGES_NOTHING,
        () -> "other bytes");
    findings.equal(Check.SAME_LOG_SAME_BYTES, frozen.checksum(), restored.capture().checksum());
  }

  private static byte[] bytes(Snapshot snapshot) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      snapshot.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
