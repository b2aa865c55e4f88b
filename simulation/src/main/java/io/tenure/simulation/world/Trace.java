package io.tenure.simulation.world;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import org.jspecify.annotations.Nullable;

/**
 * The events that an observer of the simulation receives. The checker and the narrators implement
 * it and override the events they need. The time of an event is {@link World#now}.
 */
public interface Trace {
  // What happens to machines.

  default void crashed(Node node) {}

  default void restarted(Node node) {}

  default void paused(Node node) {}

  default void resumed(Node node) {}

  default void clockRate(Node node, double rate) {}

  default void wallClockJumped(Node node, long nanos) {}

  // What happens to the network.

  default void cut(Cut cut) {}

  default void healed(Cut cut) {}

  default void networkConditions(NetworkConditions networkConditions) {}

  // What lock servers do.

  /** A server leads from now on: by a vote, or by being promoted. */
  default void elected(Node server, long term) {}

  default void steppedDown(Node server, long term) {}

  /**
   * One replica executed an entry of the log.
   *
   * @param command null, as is {@code applied}, for the empty entry that begins a leader's term
   */
  default void applied(
      Node server, long index, @Nullable Command command, @Nullable Applied applied) {}

  /** Something changed in the service: the first replica executed what changes it. */
  default void happened(Node server, Event event) {}

  /** A command took effect; what it changed {@link #happened} just before. */
  default void committed(Node server, long index, Command command, Applied applied) {}

  /** A replica wrote its state down, as it was after this index. */
  default void snapshotTaken(Node server, long index, byte[] bytes) {}

  /** A replica replaced its state by a snapshot: its own after a crash, or the leader's. */
  default void restored(Node server, long index) {}

  /**
   * A server acknowledged a keep-alive of a client's session.
   *
   * @param receivedAt the world's time at which the keep-alive had arrived
   */
  default void keepAliveAcknowledged(Node server, SessionId session, long receivedAt) {}

  // What clients know.

  default void sessionOpened(Node client, SessionId session) {}

  /** A client regards its session as lost, and with it all its holds. */
  default void sessionLost(Node client, SessionId session) {}

  /** A client got an answer, or a push that amounts to that answer. */
  default void told(Node client, RequestId request, Outcome outcome) {}

  /** A client regards itself as holder from now on. */
  default void becameHolder(Node client, Hold hold) {}

  /** A client no longer regards itself as holder. */
  default void believesNoMore(Node client, Hold hold) {}

  // What happens at the resources that the locks protect.

  default void writeAccepted(Node resource, Node client, Hold hold) {}

  /** A write came with an older token than the resource has seen. */
  default void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {}
}
