package io.tenure.core.snapshot;

import io.tenure.core.LockState;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Limits;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.request.GrantRule;
import io.tenure.core.session.Owner;
import io.tenure.core.session.RememberedAnswers.Answer;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.snapshot.Snapshot.EndingImage;
import io.tenure.core.snapshot.Snapshot.SessionImage;
import io.tenure.core.table.Claim;
import io.tenure.core.table.Invariant;
import io.tenure.core.table.RecordArrays.Stamped;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Builds a state from the bytes of a snapshot, or refuses them. */
public final class SnapshotReader {
  private SnapshotReader() {}

  public static LockState read(InputStream in, long mostBytes) throws IOException {
    CheckedInputStream checked =
        new CheckedInputStream(new BufferedInputStream(in, 1 << 16), new CRC32C());
    DataInputStream data = new DataInputStream(checked);
    try {
      long magic = data.readLong();
      if (magic != SnapshotFormat.MAGIC) {
        throw new SnapshotException(
            String.format(
                "snapshot: starts with %016x (expected: %016x, \"TENURESN\"): not a snapshot",
                magic, SnapshotFormat.MAGIC));
      }
      int version = data.readInt();
      if (version < SnapshotFormat.OLDEST_VERSION || version > SnapshotFormat.VERSION) {
        throw otherVersion(version, isSound(version, data));
      }
      LockState state = readState(data, version, mostBytes);
      long computed = checked.getChecksum().getValue();
      long written = data.readLong();
      if (written != computed) {
        throw new SnapshotException(
            String.format("snapshot: checksum %08x (expected: %08x): damaged", computed, written));
      }
      if (data.read() >= 0) {
        throw new SnapshotException("snapshot: goes on after its checksum: damaged");
      }
      return state;
    } catch (EOFException e) {
      throw new SnapshotException("snapshot: ends too early: truncated or damaged", e);
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw new SnapshotException("snapshot: damaged: " + e.getMessage(), e);
    }
  }

  private static SnapshotException otherVersion(int version, boolean sound) {
    String message =
        String.format(
            "snapshot: version %d (expected: %d to %d)",
            version, SnapshotFormat.OLDEST_VERSION, SnapshotFormat.VERSION);
    return sound && version > SnapshotFormat.VERSION
        ? SnapshotException.newer(message + ": a newer release of Tenure wrote it")
        : new SnapshotException(message + ": damaged");
  }

  /** Whether the rest ends with the checksum of all, as in every version, newer ones included. */
  private static boolean isSound(int version, DataInputStream rest) throws IOException {
    CRC32C checksum = new CRC32C();
    checksum.update(ByteBuffer.allocate(12).putLong(SnapshotFormat.MAGIC).putInt(version).flip());
    long last = rest.readLong();
    for (int next = rest.read(); next >= 0; next = rest.read()) {
      checksum.update((int) (last >>> (Long.SIZE - Byte.SIZE)));
      last = last << Byte.SIZE | next;
    }
    return last == checksum.getValue();
  }

  private static LockState readState(DataInputStream in, int version, long mostBytes)
      throws IOException {
    Limits limits = SnapshotFormat.readLimits(in, version);
    LockState state = new LockState(limits, in.readLong(), in.readLong());
    int sessions = in.readInt();
    for (int i = 0; i < sessions; i++) {
      SessionImage image = SnapshotFormat.readSession(in, version);
      SessionEntry entry = state.restoreSession(image.session());
      entry.forgetThrough(image.forgottenThrough());
      for (Answer answer : image.answers()) {
        entry.restore(answer);
      }
      for (WaitingRequest away : image.away()) {
        state.table().suspended().add(entry, away);
      }
      requireRoom(state, mostBytes);
      image.calls().forEach(entry::keepCall);
    }
    int ending = version < 3 ? 0 : in.readInt();
    for (int i = 0; i < ending; i++) {
      EndingImage image = SnapshotFormat.readEnding(in);
      state.restoreEnding(image.session(), image.cause());
    }
    int holds = in.readInt();
    for (int i = 0; i < holds; i++) {
      Stamped<Hold> image = SnapshotFormat.readHold(in, version);
      Hold hold = image.record();
      state.table().restoreHold(owner(state, hold.owner()), hold, image.stamp());
      requireRoom(state, mostBytes);
    }
    readWaiting(in, state, version, mostBytes);
    return state;
  }

  /** After each record, so that not much more memory is used than there is. */
  private static void requireRoom(LockState state, long mostBytes) throws StateTooLargeException {
    if (state.bytes() > mostBytes) {
      throw new StateTooLargeException(mostBytes, state.limits());
    }
  }

  /** A request's reason to wait may be a request that comes later in the file: find it last. */
  private static void readWaiting(DataInputStream in, LockState state, int version, long mostBytes)
      throws IOException {
    List<Claim> waiting = new ArrayList<>();
    int count = in.readInt();
    for (int i = 0; i < count; i++) {
      WaitingRequest request = SnapshotFormat.readWaiting(in, version);
      Claim upgradeOf = null;
      if (request.isUpgrade()) {
        upgradeOf = state.table().byToken(request.upgradeOf());
        Invariant.check(upgradeOf != null, "an upgrade has a hold");
      }
      Owner owner = upgradeOf == null ? owner(state, request.owner()) : upgradeOf.owner;
      waiting.add(state.table().restoreWaiting(owner, request, upgradeOf));
      requireRoom(state, mostBytes);
    }
    waiting.sort(Comparator.comparingLong(claim -> claim.place));
    for (Claim claim : waiting) {
      if (!GrantRule.findWitness(claim)) {
        state.table().reviews().add(claim);
      }
    }
  }

  private static Owner owner(LockState state, OwnerId id) throws SnapshotException {
    SessionEntry session = state.entryOrEnding(id.session());
    if (session == null) {
      throw new SnapshotException("snapshot: damaged: no session " + id.session());
    }
    return session.owner(id.label());
  }
}
