package io.tenure.server.api.read;

import io.tenure.core.LockState;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.SessionTally;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.ListSessionsRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.SessionView;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.thread.CoalescedRun;
import io.tenure.server.thread.NodeThreads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads pages of the sessions, for operators. A page never crosses shards, so that one leader can
 * answer it. It is named by the session that it comes after, by its id on the wire: these sort by
 * shard, and within one by age.
 *
 * <p>The core counts what each session has, so that the work for a page depends on the number of
 * sessions and not on what they hold. The applier waits while the counts are copied; those who ask
 * at the same time share a copy.
 */
public final class SessionPages {
  private static final int STANDARD_SESSIONS = 1_000;
  private static final int MAX_SESSIONS = 10_000;

  /** A page that has reached this size is closed: a client's messages are bounded, too. */
  private static final int MAX_BYTES = 1 << 20;

  /** Each may have a copy of its own of what all sessions have. */
  private static final int MAX_PAGES = 8;

  private static final Comparator<SessionTally> BY_ID =
      Comparator.comparing(tally -> tally.session().id());

  private final ShardMap shards;
  private final ReadExecutor reads;
  private final List<CoalescedRun<List<SessionTally>>> tallies = new ArrayList<>();
  private final AtomicInteger underWay = new AtomicInteger();

  public SessionPages(ShardMap shards, ReadExecutor reads) {
    this.shards = shards;
    this.reads = reads;
    for (ShardParts parts : shards) {
      tallies.add(
          new CoalescedRun<>(
              () -> parts.shard().read(LockState::sessionTallies), NodeThreads::reportThrown));
    }
  }

  /**
   * Where a page is.
   *
   * @param after the last session of the page before; 0, which is none, at the beginning
   */
  public record Place(ShardParts parts, SessionId after, int sessions) {}

  public Place place(ListSessionsRequest request) {
    int sessions =
        WireDecoder.count("page size", request.getPageSize(), STANDARD_SESSIONS, MAX_SESSIONS);
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
    return new IllegalArgumentException(
        "page token: unknown (expected: the token of the previous reply)");
  }

  public CompletableFuture<ListSessionsReply> read(Place place) {
    if (underWay.incrementAndGet() > MAX_PAGES) {
      underWay.decrementAndGet();
      return CompletableFuture.failedFuture(
          new CallRefused(
              Reason.OVERLOADED,
              "session listings under way: more than " + MAX_PAGES + " on this node; retry later"));
    }
    return tallies
        .get(place.parts().index())
        .next()
        .thenCompose(all -> reads.supply(() -> page(place, all)))
        .whenComplete((page, thrown) -> underWay.decrementAndGet());
  }

  private ListSessionsReply page(Place place, List<SessionTally> all) {
    List<SessionTally> rest = new ArrayList<>();
    for (SessionTally tally : all) {
      if (tally.session().id().compareTo(place.after()) > 0) {
        rest.add(tally);
      }
    }
    rest.sort(BY_ID);
    ListSessionsReply.Builder reply = ListSessionsReply.newBuilder();
    int most = Math.min(place.sessions(), rest.size());
    int bytes = 0;
    for (int i = 0; i < most && bytes <= MAX_BYTES; i++) {
      SessionView view = view(place.parts(), rest.get(i));
      bytes += view.getSerializedSize();
      reply.addSessions(view);
    }
    int named = reply.getSessionsCount();
    if (named < rest.size()) {
      SessionId last = rest.get(named - 1).session().id();
      return reply.setNextPageToken(token(place.parts(), last)).build();
    }
    int next = place.parts().index() + 1;
    return next < shards.size()
        ? reply.setNextPageToken(token(shards.at(next), new SessionId(0))).build()
        : reply.build();
  }

  private static String token(ShardParts parts, SessionId after) {
    return Long.toUnsignedString(parts.wire(after));
  }

  private static SessionView view(ShardParts parts, SessionTally tally) {
    Session session = tally.session();
    SessionView.Builder view =
        SessionView.newBuilder()
            .setSession(parts.wire(session.id()))
            .setClientName(session.clientName())
            .setTtlMs(session.ttlMillis())
            .setHolds(tally.holds())
            .setWaiting(tally.waiting());
    parts.sessions().remainingMillis(session.id()).ifPresent(view::setRemainingMs);
    return view.build();
  }
}
