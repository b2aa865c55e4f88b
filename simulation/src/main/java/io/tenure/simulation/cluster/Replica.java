package io.tenure.simulation.cluster;

import io.tenure.core.Applied;
import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Limits;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The core, and how far in the log it is. */
final class Replica {
  private final ClusterSettings settings;
  private LockState state;
  private long applied;

  /** As a server finds it when it starts. */
  Replica(ClusterSettings settings, @Nullable StoredSnapshot snapshot) {
    this.settings = settings;
    this.state = snapshot == null ? new LockState(Limits.DEFAULT) : read(snapshot.bytes());
    this.applied = snapshot == null ? 0 : snapshot.index();
  }

  LockState state() {
    return state;
  }

  /** The index of the newest entry that was executed. */
  long applied() {
    return applied;
  }

  /** Executes the next entry. Null for an entry without a command. */
  @Nullable Applied apply(Entry entry) {
    applied++;
    Command command = entry.command();
    if (command != null) {
      return state.apply(command);
    }
    if (settings.has(Flaw.RESTARTS_TOKENS)) {
      state = new LockState(Limits.DEFAULT);
    }
    return null;
  }

  byte[] bytes() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    try {
      state.capture().writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** A second core in the same state. */
  LockState copy() {
    return read(bytes());
  }

  private static LockState read(byte[] bytes) {
    try {
      return LockState.restore(new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
