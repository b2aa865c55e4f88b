package io.tenure.simulation.cluster;

import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.World;
import org.jspecify.annotations.Nullable;

/** A client as the servers know it: what they may send to it. */
public abstract class Caller extends Node {
  public Caller(World world, String name) {
    super(world, name);
  }

  /** The command of this call was executed, now or before, with this outcome. */
  public abstract void answered(long call, Outcome outcome);

  /** The command was not taken. The leader may be another server, or unknown. */
  public abstract void redirected(long call, @Nullable Server leader);

  /** The keep-alive that was sent at this time of the client's clock was taken. */
  public abstract void keptAlive(SessionId session, long sentAt);

  /** The keep-alive was not taken. */
  public abstract void keepAliveRedirected(SessionId session, @Nullable Server leader);

  /** The session is over. */
  public abstract void sessionUnknown(SessionId session);

  /** Something happened to a request or a hold of the session. */
  public abstract void heard(Event event);
}
