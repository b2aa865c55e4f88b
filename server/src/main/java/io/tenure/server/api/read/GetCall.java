package io.tenure.server.api.read;

import io.tenure.core.LockState;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.encode.KeyViewEncoder;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.load.ReplyReservation;
import io.tenure.server.api.request.Call;
import io.tenure.server.api.request.RoutedRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one key. */
public final class GetCall extends Call {
  private static final int STANDARD_WAITERS = 100;
  private static final int MAX_WAITERS = 1_000;

  /** A reply with more holds and waiters is encoded on a read thread instead of the loop. */
  private static final int SHORT = 64;

  /** Counted for a hold or a waiter that is not encoded yet. */
  private static final int SEEN_BYTES = 128;

  private final ReadExecutor reads;
  private final Key key;
  private final int maxWaiters;
  private final boolean staleOk;

  public GetCall(RoutedRequest asked, ReadExecutor reads, Key key) {
    super(asked);
    GetRequest get = request.getGet();
    this.reads = reads;
    this.key = key;
    this.maxWaiters =
        WireDecoder.count("max waiters", get.getMaxWaiters(), STANDARD_WAITERS, MAX_WAITERS);
    this.staleOk = get.getStaleOk();
  }

  /**
   * What the state has.
   *
   * @param full why there is no room for it, or null
   */
  private record Seen(
      long revision, KeyStanding standing, Map<SessionId, Session> sessions, @Nullable Error full) {
    int size() {
      return standing.holds().size() + standing.waiters().size();
    }
  }

  @Override
  public void begin() {
    ReplyReservation room = room();
    if (staleOk) {
      onSeen(parts.shard().readStale(state -> look(state, room)));
    } else {
      await(this, parts.shard().read(state -> look(state, room)), GetCall::onSeen);
    }
  }

  private Seen look(LockState state, ReplyReservation room) {
    KeyStanding standing = state.at(key, maxWaiters);
    Map<SessionId, Session> sessions = new HashMap<>();
    Seen seen = new Seen(state.revision(), standing, sessions, null);
    Error full = seen.size() > SHORT ? room.take((long) SEEN_BYTES * seen.size()) : null;
    if (full != null) {
      return new Seen(0, new KeyStanding(key, List.of(), List.of(), 0), Map.of(), full);
    }
    standing.holds().forEach(hold -> note(hold.owner().session(), state, sessions));
    standing.waiters().forEach(waiter -> note(waiter.owner().session(), state, sessions));
    return seen;
  }

  private static void note(SessionId id, LockState state, Map<SessionId, Session> sessions) {
    if (!sessions.containsKey(id)) {
      Session session = state.session(id);
      if (session != null) {
        sessions.put(id, session);
      }
    }
  }

  private void onSeen(Seen seen) {
    if (seen.full() != null) {
      fail(seen.full());
    } else if (seen.size() > SHORT) {
      ReplyReservation room = room();
      await(this, reads.supply(() -> tell(seen, room)), GetCall::onReply);
    } else {
      onReply(tell(seen));
    }
  }

  private void onReply(GetReply reply) {
    finish(Reply.newBuilder().setGet(reply));
  }

  private GetReply tell(Seen seen, ReplyReservation room) {
    GetReply reply = tell(seen);
    Error full = room.take(ReplyReservation.bytes(reply));
    if (full != null) {
      throw new CallRefused(full);
    }
    return reply;
  }

  private GetReply tell(Seen seen) {
    return GetReply.newBuilder()
        .setRevision(seen.revision())
        .setView(new KeyViewEncoder(parts, seen.sessions()::get).view(seen.standing()))
        .build();
  }
}
