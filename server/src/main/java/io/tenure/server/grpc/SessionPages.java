package io.tenure.server.grpc;

import io.tenure.core.Hold;
import io.tenure.core.Key;
import io.tenure.core.KeyStanding;
import io.tenure.core.LockState;
import io.tenure.core.Session;
import io.tenure.core.SessionId;
import io.tenure.core.Snapshot;
import io.tenure.core.WaitingRequest;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.ListSessionsRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.SessionView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads pages of the sessions, for operators. A page never crosses shards, so that one leader can
 * answer it. It is named by the session that it comes after, by its id on the wire: these sort by
 * shard, and within one by age.
 */
final class SessionPages {
  private static final int STANDARD_SESSIONS = 1_000;
  private static final int MAX_SESSIONS = 10_000;

  /** A page that has reached this size is closed: a client's messages are bounded, too. */
  private static final int MAX_BYTES = 1 << 20;

  /** Looked at in one pass over the state, to count what sessions have in bounded memory. */
  private static final int KEYS_PER_PASS = 50_000;

  /** Each looks at a picture of all that is held, perhaps of its own. */
  private static final int MAX_PAGES = 8;

  private final ShardMap shards;
  private final Reads reads;
  private final List<Sharing<Look>> looks = new ArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();

  SessionPages(ShardMap shards, Reads reads) {
    this.shards = shards;
    this.reads = reads;
    for (ShardParts parts : shards) {
      looks.add(new Sharing<>(() -> parts.shard().read(Look::of)));
    }
  }

  /**
   * Where a page is.
   *
   * @param after the last session of the page before; 0, which is none, at the beginning
   */
  record Place(ShardParts parts, SessionId after, int sessions) {}

  /** What is taken from the state while the applier waits; all else is done with this. */
  private record Look(List<Session> sessions, Snapshot picture) {
    static Look of(LockState state) {
      return new Look(state.sessions(), state.capture());
    }
  }

  private static final class Count {
    private int holds;
    private int waiting;
  }

  Place place(ListSessionsRequest request) {
    int sessions =
        Decoding.count("page size", request.getPageSize(), STANDARD_SESSIONS, MAX_SESSIONS);
    long after = after(request.getPageToken());
    if (ShardParts.shardOf(after) >= shards.size()) {
      throw badToken();
    }
    return new Place(shards.at(ShardParts.shardOf(after)), ShardParts.sessionOf(after), sessions);
  }

  private static long after(String token) {
    try {
      return token.isEmpty() ? 0 : Long.parseUnsignedLong(token);
    } catch (NumberFormatException e) {
      throw badToken();
    }
  }

  private static IllegalArgumentException badToken() {
    return new IllegalArgumentException("page token: unknown (expected: that of the reply before)");
  }

  CompletableFuture<ListSessionsReply> read(Place place) {
    if (underWay.incrementAndGet() > MAX_PAGES) {
      underWay.decrementAndGet();
      return CompletableFuture.failedFuture(
          new CallRefused(
              Reason.OVERLOADED,
              "listings of sessions: more than " + MAX_PAGES + " under way; try again later"));
    }
    return looks
        .get(place.parts().index())
        .next()
        .thenCompose(look -> reads.supply(() -> page(place, look.sessions(), look.picture())))
        .whenComplete((page, thrown) -> underWay.decrementAndGet());
  }

  private ListSessionsReply page(Place place, List<Session> all, Snapshot picture) {
    List<Session> rest =
        all.stream().filter(session -> session.id().compareTo(place.after()) > 0).toList();
    List<Session> asked = rest.subList(0, Math.min(place.sessions(), rest.size()));
    Map<SessionId, Count> counts = count(asked, picture);
    ListSessionsReply.Builder reply = ListSessionsReply.newBuilder();
    int bytes = 0;
    for (Session session : asked) {
      if (bytes > MAX_BYTES) {
        break;
      }
      SessionView view = view(place.parts(), session, counts.get(session.id()));
      bytes += view.getSerializedSize();
      reply.addSessions(view);
    }
    int named = reply.getSessionsCount();
    if (named < rest.size()) {
      return reply.setNextPageToken(token(place.parts(), rest.get(named - 1).id())).build();
    }
    int next = place.parts().index() + 1;
    return next < shards.size()
        ? reply.setNextPageToken(token(shards.at(next), new SessionId(0))).build()
        : reply.build();
  }

  private static String token(ShardParts parts, SessionId after) {
    return Long.toUnsignedString(parts.wire(after));
  }

  private static SessionView view(ShardParts parts, Session session, @Nullable Count count) {
    SessionView.Builder view =
        SessionView.newBuilder()
            .setSession(parts.wire(session.id()))
            .setClientName(session.clientName())
            .setTtlMs(session.ttlMillis());
    parts.sessions().remainingMillis(session.id()).ifPresent(view::setRemainingMs);
    if (count != null) {
      view.setHolds(count.holds).setWaiting(count.waiting);
    }
    return view.build();
  }

  private static Map<SessionId, Count> count(List<Session> asked, Snapshot picture) {
    Map<SessionId, Count> counts = new HashMap<>();
    asked.forEach(session -> counts.put(session.id(), new Count()));
    Key last = null;
    List<KeyStanding> pass;
    do {
      pass = picture.list(null, last, KEYS_PER_PASS, Integer.MAX_VALUE);
      for (KeyStanding standing : pass) {
        count(standing, counts);
        last = standing.key();
      }
    } while (pass.size() == KEYS_PER_PASS);
    return counts;
  }

  /** What has several keys is counted at its first one. */
  private static void count(KeyStanding standing, Map<SessionId, Count> counts) {
    for (Hold hold : standing.holds()) {
      Count count = counts.get(hold.owner().session());
      if (count != null && hold.targets().get(0).key().equals(standing.key())) {
        count.holds++;
      }
    }
    for (WaitingRequest waiter : standing.waiters()) {
      Count count = counts.get(waiter.owner().session());
      if (count != null && waiter.targets().get(0).key().equals(standing.key())) {
        count.waiting++;
      }
    }
  }
}
