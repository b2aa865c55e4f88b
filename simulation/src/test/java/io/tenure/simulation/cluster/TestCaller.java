package io.tenure.simulation.cluster;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client that sends once, to whom it is told, and writes down what comes back. */
final class TestCaller extends Caller {
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private int redirects;
  private int keptAlive;
  private int unknown;

  TestCaller(World world) {
    super(world, "Caller");
    start();
  }

  void send(Server server, Command command) {
    world().network().send(this, server, s -> s.onCommand(this, 1, command));
  }

  void keepAlive(Server server, SessionId session) {
    world().network().send(this, server, s -> s.onKeepAlive(this, session, 0));
  }

  List<Outcome> outcomes() {
    return outcomes;
  }

  List<Event> events() {
    return events;
  }

  int redirects() {
    return redirects;
  }

  int timesKeptAlive() {
    return keptAlive;
  }

  int timesUnknown() {
    return unknown;
  }

  @Override
  public void answered(long call, Outcome outcome) {
    outcomes.add(outcome);
  }

  @Override
  public void redirected(long call, @Nullable Server leader) {
    redirects++;
  }

  @Override
  public void keptAlive(SessionId session, long sentAt) {
    keptAlive++;
  }

  @Override
  public void keepAliveRedirected(SessionId session, @Nullable Server leader) {
    redirects++;
  }

  @Override
  public void sessionUnknown(SessionId session) {
    unknown++;
  }

  @Override
  public void heard(Event event) {
    events.add(event);
  }

  @Override
  protected void onStart() {}

  @Override
  protected void onCrash() {}
}
