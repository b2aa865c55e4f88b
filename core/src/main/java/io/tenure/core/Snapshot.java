package io.tenure.core;

import io.tenure.core.Answers.Answer;
import io.tenure.core.Slots.Stamped;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * A picture of a {@link LockState} at one revision, immutable and free to be written by any thread.
 *
 * <p>The bytes depend on the state alone: sessions by number, holds by the revision at which they
 * got their mode, requests by arrival. So replicas that applied the same log write the same bytes.
 * {@link SnapshotFormat} describes them.
 */
public final class Snapshot {
  /** A session and the answers it may still ask for. */
  record SessionImage(Session session, long forgottenThrough, List<Answer> answers) {}

  private final Limits limits;
  private final long revision;
  private final long nextSession;
  private final List<SessionImage> sessions;
  private final Slots.Picture<Hold> holds;
  private final Slots.Picture<WaitingRequest> waiting;

  /** Copies references to what never changes; sorting and writing are left to the writer. */
  Snapshot(LockState state, long nextSession, List<SessionImage> sessions) {
    this.limits = state.limits();
    this.revision = state.revision();
    this.nextSession = nextSession;
    this.holds = state.table().holds().picture();
    this.waiting = state.table().waiting().picture();
    this.sessions = sessions;
  }

  /** The revision of the newest event in it. */
  public long revision() {
    return revision;
  }

  /** Writes it; the stream stays open. */
  public void writeTo(OutputStream out) throws IOException {
    CheckedOutputStream checked = new CheckedOutputStream(out, new CRC32C());
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(checked, 1 << 16));
    SnapshotFormat.writeHeader(data, limits, revision, nextSession);
    data.writeInt(sessions.size());
    List<SessionImage> ordered = new ArrayList<>(sessions);
    ordered.sort(Comparator.comparing(image -> image.session().id()));
    for (SessionImage session : ordered) {
      SnapshotFormat.writeSession(data, session);
    }
    data.writeInt(holds.size());
    for (Stamped<Hold> hold : holds.inOrder()) {
      SnapshotFormat.writeHold(data, hold);
    }
    data.writeInt(waiting.size());
    for (Stamped<WaitingRequest> request : waiting.inOrder()) {
      SnapshotFormat.writeWaiting(data, request.record());
    }
    data.flush();
    DataOutputStream trailer = new DataOutputStream(out);
    trailer.writeLong(checked.getChecksum().getValue());
    trailer.flush();
  }
}
