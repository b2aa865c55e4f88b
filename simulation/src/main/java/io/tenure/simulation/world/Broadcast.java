package io.tenure.simulation.world;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Forwards every event to all listeners. */
final class Broadcast implements Trace {
  private final List<Trace> listeners = new ArrayList<>();

  void add(Trace listener) {
    listeners.add(listener);
  }

  private void tell(Consumer<Trace> what) {
    for (int i = 0; i < listeners.size(); i++) {
      what.accept(listeners.get(i));
    }
  }

  @Override
  public void crashed(Node node) {
    tell(trace -> trace.crashed(node));
  }

  @Override
  public void restarted(Node node) {
    tell(trace -> trace.restarted(node));
  }

  @Override
  public void paused(Node node) {
    tell(trace -> trace.paused(node));
  }

  @Override
  public void resumed(Node node) {
    tell(trace -> trace.resumed(node));
  }

  @Override
  public void clockRate(Node node, double rate) {
    tell(trace -> trace.clockRate(node, rate));
  }

  @Override
  public void wallClockJumped(Node node, long nanos) {
    tell(trace -> trace.wallClockJumped(node, nanos));
  }

  @Override
  public void cut(Cut cut) {
    tell(trace -> trace.cut(cut));
  }

  @Override
  public void healed(Cut cut) {
    tell(trace -> trace.healed(cut));
  }

  @Override
  public void networkConditions(NetworkConditions networkConditions) {
    tell(trace -> trace.networkConditions(networkConditions));
  }

  @Override
  public void elected(Node server, long term) {
    tell(trace -> trace.elected(server, term));
  }

  @Override
  public void steppedDown(Node server, long term) {
    tell(trace -> trace.steppedDown(server, term));
  }

  @Override
  public void applied(
      Node server, long index, @Nullable Command command, @Nullable Applied applied) {
    tell(trace -> trace.applied(server, index, command, applied));
  }

  @Override
  public void committed(Node server, long index, Command command, Applied applied) {
    tell(trace -> trace.committed(server, index, command, applied));
  }

  @Override
  public void happened(Node server, Event event) {
    tell(trace -> trace.happened(server, event));
  }

  @Override
  public void snapshotTaken(Node server, long index, byte[] bytes) {
    tell(trace -> trace.snapshotTaken(server, index, bytes));
  }

  @Override
  public void restored(Node server, long index) {
    tell(trace -> trace.restored(server, index));
  }

  @Override
  public void keepAliveAcknowledged(Node server, SessionId session, long receivedAt) {
    tell(trace -> trace.keepAliveAcknowledged(server, session, receivedAt));
  }

  @Override
  public void sessionOpened(Node client, SessionId session) {
    tell(trace -> trace.sessionOpened(client, session));
  }

  @Override
  public void sessionLost(Node client, SessionId session) {
    tell(trace -> trace.sessionLost(client, session));
  }

  @Override
  public void told(Node client, RequestId request, Outcome outcome) {
    tell(trace -> trace.told(client, request, outcome));
  }

  @Override
  public void becameHolder(Node client, Hold hold) {
    tell(trace -> trace.becameHolder(client, hold));
  }

  @Override
  public void believesNoMore(Node client, Hold hold) {
    tell(trace -> trace.believesNoMore(client, hold));
  }

  @Override
  public void writeAccepted(Node resource, Node client, Hold hold) {
    tell(trace -> trace.writeAccepted(resource, client, hold));
  }

  @Override
  public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    tell(trace -> trace.writeRejected(resource, client, hold, highestSeen));
  }
}
