package io.tenure.core.snapshot;

import io.tenure.core.LockState;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.read.Listing;
import io.tenure.core.session.RememberedAnswers.Answer;
import io.tenure.core.session.RequestFingerprint;
import io.tenure.core.table.LongMap;
import io.tenure.core.table.RecordArrays;
import io.tenure.core.table.RecordArrays.Stamped;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A picture of a {@link LockState} at one revision, immutable and free to be read and written by
 * any thread.
 *
 * <p>The bytes depend on the state alone: sessions by number, holds by the revision at which they
 * got their mode, requests by arrival. So replicas that applied the same log write the same bytes.
 * {@link SnapshotFormat} describes them.
 */
public final class Snapshot {
  /** The version of the bytes. Checksums of different versions cannot be compared. */
  public static final int VERSION = SnapshotFormat.VERSION;

  /**
   * A session, the answers it may still ask for, its requests that stand aside, and what those of
   * its holds were asked for as that were converted since, by number.
   */
  public record SessionImage(
      Session session,
      long forgottenThrough,
      List<Answer> answers,
      List<WaitingRequest> away,
      SortedMap<Long, RequestFingerprint> calls) {}

  /** A session that is over and has holds or requests left. */
  public record EndingImage(Session session, EndCause cause) {
    public EndingImage(LockState.Ending ending) {
      this(ending.session().session, ending.cause());
    }
  }

  private final Limits limits;
  private final long revision;
  private final long nextSession;
  private final List<SessionImage> sessions;
  private final List<EndingImage> ending;
  private final RecordArrays.Picture<Hold> holds;
  private final RecordArrays.Picture<WaitingRequest> waiting;

  /** Made by who first looks a session up; should two do so at once, they make the same. */
  private volatile @Nullable LongMap<Session> byId;

  /** Copies references to what never changes; sorting and writing are left to the writer. */
  public Snapshot(
      LockState state, long nextSession, List<SessionImage> sessions, List<EndingImage> ending) {
    this.limits = state.limits();
    this.revision = state.revision();
    this.nextSession = nextSession;
    this.holds = state.table().holds().picture();
    this.waiting = state.table().waiting().picture();
    this.sessions = sessions;
    this.ending = ending;
  }

  /** The revision of the newest event in it. */
  public long revision() {
    return revision;
  }

  public Limits limits() {
    return limits;
  }

  public int sessionCount() {
    return sessions.size();
  }

  /** The session with this id, also if it is over and has holds left, or null. */
  public @Nullable Session session(SessionId id) {
    LongMap<Session> index = byId;
    if (index == null) {
      index = new LongMap<>();
      for (SessionImage image : sessions) {
        index.put(image.session().id().number(), image.session());
      }
      for (EndingImage image : ending) {
        index.put(image.session().id().number(), image.session());
      }
      byId = index;
    }
    return index.get(id.number());
  }

  /**
   * A page of the keys at which something is held or waits, in key order. The holds are those at
   * the key itself, without those that reach it from above. The time depends on the size of the
   * whole state, the memory on that of the page.
   *
   * @param prefix the page has this key and those below it; null for all
   * @param after the last key of the page before, which need not exist any more; null to begin
   * @param maxKeys if the page has fewer, it is the last one
   * @param maxWaiters how many waiters to name at each key
   */
  public List<KeyStanding> list(
      @Nullable Key prefix, @Nullable Key after, int maxKeys, int maxWaiters) {
    Listing listing = new Listing(prefix, after, maxKeys);
    holds.forEach(listing::add);
    waiting.forEach(listing::add);
    return listing.page(maxWaiters);
  }

  /** Writes it; the stream stays open. */
  public void writeTo(OutputStream out) throws IOException {
    CheckedOutputStream checked = new CheckedOutputStream(out, new CRC32C());
    writeContent(checked);
    DataOutputStream trailer = new DataOutputStream(out);
    trailer.writeLong(checked.getChecksum().getValue());
    trailer.flush();
  }

  /**
   * A checksum of the state: replicas that have applied the same log compute the same one. Takes as
   * long as {@link #writeTo}.
   */
  public long checksum() {
    StateChecksum checksum = new StateChecksum();
    try {
      writeContent(checksum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return checksum.value();
  }

  /** Everything except the checksum at the end. */
  private void writeContent(OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    SnapshotFormat.writeHeader(data, limits, revision, nextSession);
    data.writeInt(sessions.size());
    List<SessionImage> ordered = new ArrayList<>(sessions);
    ordered.sort(Comparator.comparing(image -> image.session().id()));
    for (SessionImage session : ordered) {
      SnapshotFormat.writeSession(data, session);
    }
    data.writeInt(ending.size());
    for (EndingImage session : ending) {
      SnapshotFormat.writeEnding(data, session);
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
  }
}
