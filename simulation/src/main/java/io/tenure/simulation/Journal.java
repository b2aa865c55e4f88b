package io.tenure.simulation;

import io.tenure.core.model.Event;
import io.tenure.core.model.Hold;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.simulation.world.Cut;
import io.tenure.simulation.world.NetworkConditions;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Trace;
import io.tenure.simulation.world.World;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Keeps the last events as text, to print them with a violation. */
final class Journal implements Trace {
  private static final int LINES_KEPT = 40;

  private final World world;
  private final ArrayDeque<String> lines = new ArrayDeque<>();

  Journal(World world) {
    this.world = world;
  }

  List<String> lines() {
    return new ArrayList<>(lines);
  }

  @Override
  public void crashed(Node node) {
    note(node, "crashed");
  }

  @Override
  public void restarted(Node node) {
    note(node, "restarted");
  }

  @Override
  public void paused(Node node) {
    note(node, "paused");
  }

  @Override
  public void resumed(Node node) {
    note(node, "resumed");
  }

  @Override
  public void clockRate(Node node, double rate) {
    note(node, String.format(Locale.ROOT, "clock runs at %.4f", rate));
  }

  @Override
  public void wallClockJumped(Node node, long nanos) {
    note(node, "wall clock jumps by " + Time.text(nanos));
  }

  @Override
  public void cut(Cut cut) {
    note("network", "cut " + cut);
  }

  @Override
  public void healed(Cut cut) {
    note("network", "healed " + cut);
  }

  @Override
  public void networkConditions(NetworkConditions networkConditions) {
    note("network", networkConditions.toString());
  }

  @Override
  public void elected(Node server, long term) {
    note(server, "leads in term " + term);
  }

  @Override
  public void steppedDown(Node server, long term) {
    note(server, "lost leadership of term " + term);
  }

  @Override
  public void happened(Node server, Event event) {
    if (event instanceof Event.Granted granted) {
      note(server, "granted " + text(granted.hold()));
    } else if (event instanceof Event.Released released) {
      note(server, "ended " + text(released.hold()) + " " + released.cause());
    } else if (event instanceof Event.Withdrawn withdrawn) {
      OwnerId owner = withdrawn.request().owner();
      note(server, "withdrew the request of " + owner + " " + withdrawn.cause());
    }
  }

  @Override
  public void sessionOpened(Node client, SessionId session) {
    note(client, "opened session " + session);
  }

  @Override
  public void sessionLost(Node client, SessionId session) {
    note(client, "lost session " + session);
  }

  @Override
  public void becameHolder(Node client, Hold hold) {
    note(client, "holds " + text(hold));
  }

  @Override
  public void believesNoMore(Node client, Hold hold) {
    note(client, "no longer holds " + text(hold));
  }

  @Override
  public void writeAccepted(Node resource, Node client, Hold hold) {
    note(resource, "accepted a write of " + client + ", token " + hold.token());
  }

  @Override
  public void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    note(
        resource,
        "rejected " + client + ", stale token " + hold.token() + " (seen " + highestSeen + ")");
  }

  private static String text(Hold hold) {
    return hold.targets().stream().map(Target::toString).collect(Collectors.joining(" + "))
        + " of "
        + hold.owner()
        + ", token "
        + hold.token();
  }

  private void note(Object who, String what) {
    if (lines.size() == LINES_KEPT) {
      lines.removeFirst();
    }
    lines.add(
        String.format(
            Locale.ROOT, "[%9.3f] %s: %s", (double) world.now() / Time.SECOND, who, what));
  }
}
