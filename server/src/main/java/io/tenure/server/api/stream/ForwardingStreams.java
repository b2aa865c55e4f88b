package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.peer.PeerChannels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Forwards requests of a Connect stream to the nodes that lead, for a client that does not connect
 * to them itself. On the loop of the stream. A request that was not executed is tried again for a
 * while.
 */
public final class ForwardingStreams {
  private final ConnectStream stream;
  private final PeerChannels channels;
  private final Map<String, ForwardingStream> open = new HashMap<>();

  ForwardingStreams(ConnectStream stream, PeerChannels channels) {
    this.stream = stream;
    this.channels = channels;
  }

  /** Returns whether it takes the request; if not, the caller answers with the failure. */
  boolean forward(StreamSlot slot, ShardParts parts, Failure why) {
    boolean leaderless =
        why.kind() == Failure.Kind.NOT_LEADER || why.kind() == Failure.Kind.NO_LEADER;
    if (!leaderless || !isPatient(slot)) {
      return false;
    }
    Failure.Leader leader = why.leader();
    if (leader == null) {
      tryLater(slot);
    } else {
      open.computeIfAbsent(leader.address(), this::connect).send(slot, slot.withTimeLeft(), parts);
    }
    return true;
  }

  private static boolean isPatient(StreamSlot slot) {
    long now = System.nanoTime();
    if (slot.unansweredSinceNanos == 0) {
      slot.unansweredSinceNanos = now == 0 ? 1 : now;
    }
    return now - slot.unansweredSinceNanos < Forwarding.PATIENCE_NANOS;
  }

  private ForwardingStream connect(String address) {
    return new ForwardingStream(
        this, address, stream.loop(), channels.channel(address), stream.frameBytes());
  }

  private void tryLater(StreamSlot slot) {
    Runnable again = () -> attempt(() -> stream.startAgain(slot));
    var unused = stream.loop().schedule(again, Forwarding.PAUSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A step on the loop: a bug in it ends the stream, and is then reported by the loop. */
  void attempt(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error bug) {
      stream.end(Errors.error(Reason.INTERNAL, "internal error: " + bug));
      throw bug;
    }
  }

  /** The other node has replied. */
  void replied(ForwardingStream.Sent sent, Reply reply) {
    Reason reason = reply.hasError() ? reply.getError().getReason() : Reason.REASON_UNSPECIFIED;
    if ((reason == Reason.NOT_LEADER || reason == Reason.NO_LEADER) && isPatient(sent.slot())) {
      tryLater(sent.slot());
    } else if (reply.getAcquire().hasQueued() || reply.getConvert().hasQueued()) {
      sent.slot().interim(reply.toBuilder());
    } else {
      sent.slot().last(reply.toBuilder());
    }
  }

  /** The connection to the other node is gone, and with it what was to come through it. */
  void broken(
      ForwardingStream forwarding, boolean neverSent, Iterable<ForwardingStream.Sent> unanswered) {
    open.remove(forwarding.address(), forwarding);
    for (ForwardingStream.Sent sent : unanswered) {
      if (neverSent && isPatient(sent.slot())) {
        tryLater(sent.slot());
      } else {
        lost(sent, forwarding.address());
      }
    }
    stream.mailbox().flush();
  }

  private static void lost(ForwardingStream.Sent sent, String address) {
    sent.slot()
        .last(
            Reply.newBuilder()
                .setError(
                    Errors.error(
                        Reason.LEADERSHIP_LOST,
                        "the leader at "
                            + address
                            + " was lost while it handled the request, which may be executed")));
  }

  /** Requests that wait at a node that no longer leads will not be answered there. */
  void leadershipChanged() {
    for (ForwardingStream forwarding : new ArrayList<>(open.values())) {
      for (ForwardingStream.Sent sent : forwarding.takeUnless(this::leads)) {
        lost(sent, forwarding.address());
      }
    }
  }

  private boolean leads(String address, ShardParts parts) {
    Failure.Leader leader = parts.shard().leadership().leader();
    return leader == null || leader.address().equals(address);
  }

  /** Everything that came with a frame was looked at. */
  void received() {
    stream.mailbox().flush();
  }

  void flush() {
    if (!open.isEmpty()) {
      open.values().forEach(ForwardingStream::flush);
    }
  }

  void close() {
    for (ForwardingStream forwarding : new ArrayList<>(open.values())) {
      forwarding.cancel();
    }
    open.clear();
  }
}
