package io.tenure.simulation.cluster;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.simulation.world.Trace;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The servers {@code Server1}, {@code Server2}, … of one shard. */
public final class Cluster {
  private final World world;
  private final ClusterSettings settings;
  private final List<Server> servers;

  /** How far the log has taken effect anywhere. */
  private long newestApplied;

  /** Servers that are down until {@link #start}. */
  public Cluster(World world, ClusterSettings settings) {
    this.world = world;
    this.settings = settings;
    List<Server> made = new ArrayList<>();
    for (int i = 0; i < settings.servers(); i++) {
      made.add(new Server(world, this, i));
    }
    this.servers = List.copyOf(made);
  }

  public void start() {
    servers.forEach(Server::start);
  }

  public World world() {
    return world;
  }

  public ClusterSettings settings() {
    return settings;
  }

  public List<Server> servers() {
    return servers;
  }

  /** The server that leads, as far as an outsider can tell: of those that say so, the newest. */
  public @Nullable Server leader() {
    Server leader = null;
    for (Server server : servers) {
      if (server.leads() && (leader == null || server.term() > leader.term())) {
        leader = server;
      }
    }
    return leader;
  }

  void report(Server by, long index, @Nullable Command command, @Nullable Applied applied) {
    Trace trace = world.trace();
    trace.applied(by, index, command, applied);
    if (index <= newestApplied) {
      return;
    }
    newestApplied = index;
    if (command == null || applied == null) {
      return;
    }
    for (Event event : applied.events()) {
      trace.happened(by, event);
    }
    trace.committed(by, index, command, applied);
  }
}
