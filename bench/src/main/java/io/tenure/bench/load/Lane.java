package io.tenure.bench.load;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.Welcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a client with one connection is: a stream to the leader, and one to every other server that
 * tells at once when another leads. Sessions and their requests stay on their lane, so that numbers
 * go out in order.
 *
 * <p>A server that says of itself that it leads is believed; what others say counts only while
 * there is no leader. When the leader changes, whatever is under way is sent again, as it was, in
 * the order of submission.
 */
final class Lane {
  private static final int SLOT_BITS = 20;
  private static final int MAX_SLOTS = 1 << SLOT_BITS;
  private static final int PROBE_SLOT = 0;
  private static final int SHARD_SHIFT = 53;
  private static final long TICK_MILLIS = 15;

  /** A leader that answers nothing for so long may be frozen: others are asked. */
  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final Loop loop;
  private final String segment;
  private final List<Link> links = new ArrayList<>();
  private final List<@Nullable Call> calls = new ArrayList<>();
  private @Nullable Link leader;
  private int shard;
  private long sequence;
  private int underWay;
  private boolean someUnsent;
  private long overloads;

  /**
   * A lane.
   *
   * @param segment the first segment of the keys that are asked for, which decides the shard
   */
  Lane(Loop loop, List<Server> servers, String segment) {
    this.loop = loop;
    this.segment = segment;
    calls.add(null); // The probe's.
    servers.forEach(server -> links.add(new Link(this, loop, server)));
  }

  void start() {
    links.forEach(Link::connect);
    loop.every(TICK_MILLIS, this::tick);
  }

  void close() {
    links.forEach(Link::close);
  }

  /** With one server only there is nowhere to go: that one passes on what is not for it. */
  boolean followsHints() {
    return links.size() > 1;
  }

  @Nullable Link leader() {
    return leader;
  }

  List<Link> links() {
    return links;
  }

  int shard() {
    return shard;
  }

  Loop loop() {
    return loop;
  }

  /** How often a server was too busy to take a request, which was then sent again. */
  long overloads() {
    return overloads;
  }

  void fail(String message) {
    loop.fail(message);
  }

  void submit(Call call) {
    if (call.slot == 0) {
      if (calls.size() == MAX_SLOTS) {
        throw new LoadException("too many calls on one connection: " + MAX_SLOTS);
      }
      call.slot = calls.size();
      calls.add(call);
    }
    call.correlation = ++sequence << SLOT_BITS | call.slot;
    call.submittedNanos = System.nanoTime();
    call.open = true;
    underWay++;
    send(call);
  }

  private void send(Call call) {
    call.sentOn = leader;
    if (leader == null) {
      someUnsent = true;
    } else {
      leader.enqueue(call);
    }
  }

  // ---------------------------------------------------------------------------- who leads

  void heard(Link from, Welcome welcome) {
    from.node = welcome.getNode();
    Shard ours = shardOf(welcome.getShardsList());
    if (ours == null) {
      return;
    }
    shard = ours.getIndex();
    from.claimsToLead = !from.node.isEmpty() && ours.getLeaderNode().equals(from.node);
    if (links.size() == 1 || from.claimsToLead) {
      adopt(from);
    } else if (leader == null || leader == from) {
      leader = null;
      adoptNamed(from, ours.getLeaderNode(), ours.getLeaderAddress());
    }
  }

  private @Nullable Shard shardOf(List<Shard> shards) {
    Shard found = null;
    for (Shard candidate : shards) {
      boolean owns = candidate.getFrom().compareTo(segment) <= 0;
      if (owns && (found == null || candidate.getFrom().compareTo(found.getFrom()) > 0)) {
        found = candidate;
      }
    }
    return found;
  }

  void lost(Link link) {
    for (Call call : calls) {
      if (call != null && call.sentOn == link) {
        call.sentOn = null;
        someUnsent |= call.open;
      }
    }
    if (leader == link) {
      leader = null;
      links.stream().filter(other -> other.claimsToLead).findFirst().ifPresent(this::adopt);
    }
  }

  private void adoptNamed(Link by, String node, String address) {
    for (Link link : links) {
      boolean isNamed = link.server.toString().equals(address) || link.node.equals(node);
      if (isNamed && link.welcomed && link != by) {
        adopt(link);
        return;
      }
    }
  }

  private void adopt(Link link) {
    if (leader != link) {
      if (leader != null) {
        leader.drop();
      }
      leader = link;
      someUnsent = true;
    }
    sendUnsent();
  }

  /** What was rejected, or went to another server, and is not answered. */
  private void sendUnsent() {
    if (someUnsent) {
      someUnsent = false;
      calls.stream()
          .filter(call -> call != null && call.open && call.sentOn != leader)
          .sorted(Comparator.comparingLong(call -> call.correlation))
          .toList()
          .forEach(this::send);
    }
  }

  private void tick() {
    long now = System.nanoTime();
    boolean isStalled = leader != null && underWay > 0 && now - leader.lastHeardNanos > STALL_NANOS;
    if (leader == null || isStalled) {
      if (leader != null) {
        // Not again at the next tick: nothing may have come because nothing had to.
        leader.lastHeardNanos = now;
      }
      links.stream().filter(link -> link.welcomed && link != leader).forEach(this::probe);
    } else {
      sendUnsent();
    }
  }

  /** Keeps a session alive that need not exist: harmless, cheap, and for the leader to answer. */
  private void probe(Link link) {
    KeepAliveRequest keepAlive =
        KeepAliveRequest.newBuilder().setSession((long) shard << SHARD_SHIFT | 1).build();
    long correlation = ++sequence << SLOT_BITS | PROBE_SLOT;
    link.probe(Request.newBuilder().setCorrelation(correlation).setKeepAlive(keepAlive).build());
  }

  private void probed(Link from, Reply reply) {
    Reason reason = reply.getError().getReason();
    if (!reply.hasError() || reason == Reason.SESSION_UNKNOWN) {
      adopt(from);
    } else if (leader == null && reason == Reason.NOT_LEADER) {
      adoptNamed(from, reply.getError().getLeaderNode(), reply.getError().getLeaderAddress());
    }
  }

  // ------------------------------------------------------------------------------ replies

  void replied(Link from, Reply reply, long nowNanos) {
    int slot = (int) (reply.getCorrelation() & (MAX_SLOTS - 1));
    if (slot == PROBE_SLOT) {
      probed(from, reply);
      return;
    }
    Call call = slot < calls.size() ? calls.get(slot) : null;
    if (call == null || !call.open || call.correlation != reply.getCorrelation()) {
      return; // Answered before, by another server.
    }
    switch (reply.getResultCase()) {
      case ERROR -> refused(from, call, reply.getError());
      case WATCH -> call.noticed(reply.getWatch(), nowNanos);
      default -> {
        if (!isQueued(reply)) {
          end(call);
          call.answered(from, reply, nowNanos);
        }
      }
    }
  }

  private static boolean isQueued(Reply reply) {
    return reply.hasAcquire()
        && reply.getAcquire().getResultCase() == AcquireReply.ResultCase.QUEUED;
  }

  private void end(Call call) {
    call.open = false;
    call.sentOn = null;
    underWay--;
  }

  private void refused(Link from, Call call, Error error) {
    if (call.sentOn != from) {
      return; // It is under way elsewhere by now.
    }
    switch (error.getReason()) {
      case NOT_LEADER, NO_LEADER, LEADERSHIP_LOST, SHUTTING_DOWN -> {
        call.sentOn = null;
        someUnsent = true;
        if (leader == from && links.size() > 1) {
          leader = null;
          adoptNamed(from, error.getLeaderNode(), error.getLeaderAddress());
        }
      }
      case OVERLOADED, SLOW_SUBSCRIBER -> {
        call.sentOn = null;
        someUnsent = true;
        overloads++;
      }
      case SUPERSEDED -> {
        // The one that was sent later is answered.
      }
      default -> {
        end(call);
        call.failed(error);
      }
    }
  }
}
