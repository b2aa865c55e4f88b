package io.tenure.server.grpc;

import io.tenure.core.Key;
import io.tenure.core.KeyStanding;
import io.tenure.core.LockState;
import io.tenure.core.Session;
import io.tenure.core.SessionId;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Reply;
import java.util.HashMap;
import java.util.Map;

/** Reads one key. */
final class GetCall extends Call {
  private static final int STANDARD_WAITERS = 100;
  private static final int MAX_WAITERS = 1_000;

  /** What is longer is put into words elsewhere than on the loop. */
  private static final int SHORT = 64;

  private final Reads reads;
  private final Key key;
  private final int maxWaiters;
  private final boolean staleOk;

  GetCall(Asked asked, Reads reads, Key key) {
    super(asked);
    GetRequest get = request.getGet();
    this.reads = reads;
    this.key = key;
    this.maxWaiters =
        Decoding.count("max waiters", get.getMaxWaiters(), STANDARD_WAITERS, MAX_WAITERS);
    this.staleOk = get.getStaleOk();
  }

  private record Seen(long revision, KeyStanding standing, Map<SessionId, Session> sessions) {}

  @Override
  void begin() {
    if (staleOk) {
      decided(parts.shard().readStale(this::look));
    } else {
      await(parts.shard().read(this::look));
    }
  }

  private Seen look(LockState state) {
    KeyStanding standing = state.at(key, maxWaiters);
    Map<SessionId, Session> sessions = new HashMap<>();
    standing.holds().forEach(hold -> note(hold.owner().session(), state, sessions));
    standing.waiters().forEach(waiter -> note(waiter.owner().session(), state, sessions));
    return new Seen(state.revision(), standing, sessions);
  }

  private static void note(SessionId id, LockState state, Map<SessionId, Session> sessions) {
    if (!sessions.containsKey(id)) {
      Session session = state.session(id);
      if (session != null) {
        sessions.put(id, session);
      }
    }
  }

  @Override
  void decided(Object heard) {
    if (heard instanceof Seen seen) {
      if (seen.standing().holds().size() + seen.standing().waiters().size() > SHORT) {
        await(reads.supply(() -> tell(seen)));
      } else {
        finish(Reply.newBuilder().setGet(tell(seen)));
      }
    } else {
      finish(Reply.newBuilder().setGet((GetReply) heard));
    }
  }

  private GetReply tell(Seen seen) {
    return GetReply.newBuilder()
        .setRevision(seen.revision())
        .setView(new KeyViews(parts, seen.sessions()::get).view(seen.standing()))
        .build();
  }
}
