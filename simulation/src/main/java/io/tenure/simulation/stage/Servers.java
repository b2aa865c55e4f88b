package io.tenure.simulation.stage;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Event.GrantCause;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Outcome;
import io.tenure.simulation.client.TenureClient;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.ClusterSettings;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tenure on a stage: three lock servers, their clients, and a voice that tells what they do. */
public final class Servers implements Trace {
  public static final String NAME = "Tenure";

  private static final int COUNT = 3;

  private final Stage stage;
  private final Cluster cluster;
  private final List<Player> players = new ArrayList<>();

  public Servers(Stage stage) {
    this.stage = stage;
    this.cluster = new Cluster(stage.world(), ClusterSettings.of(COUNT));
    stage.world().listen(this);
  }

  /** A client whose session lives for this long without a keep-alive. */
  public Player client(String name, int ttlSeconds) {
    Player player =
        new Player(stage, new TenureClient(cluster, name, ttlSeconds * 1_000L, client -> {}));
    players.add(player);
    return player;
  }

  /** Raises the curtain when there is a leader and everybody has a session. */
  public void open() {
    cluster.start();
    players.forEach(player -> player.node().start());
    stage.open(() -> cluster.leader() != null && players.stream().allMatch(Player::isReady));
    stage.tell(NAME, COUNT + " servers are up, " + leader() + " leads");
  }

  /** The server that leads. Only if there is one. */
  public Server leader() {
    Server leader = cluster.leader();
    if (leader == null) {
      throw new ScriptFailedException("nobody leads");
    }
    return leader;
  }

  /** The servers that do not lead. */
  public List<Server> followers() {
    return cluster.servers().stream().filter(server -> server != cluster.leader()).toList();
  }

  /** {@code 2 of 3 servers are up}. */
  public String howManyAreUp() {
    long up = cluster.servers().stream().filter(Node::isUp).count();
    return up + " of " + COUNT + " servers " + (up == 1 ? "is" : "are") + " up";
  }

  @Override
  public void elected(Node server, long term) {
    stage.tell(
        server.name(), "is elected leader by a majority and gives every session a full term");
  }

  @Override
  public void steppedDown(Node server, long term) {
    long up = cluster.servers().stream().filter(Node::isUp).count();
    String why = up > COUNT / 2 ? "" : "is alone, which is no majority, and ";
    stage.tell(server.name(), why + "leads no more");
  }

  @Override
  public void happened(Node server, Event event) {
    if (event instanceof Event.Granted granted) {
      Hold hold = granted.hold();
      String next = granted.cause() == GrantCause.WAITED ? ", next in line" : "";
      say(
          "granted "
              + Words.targets(hold.targets())
              + " to "
              + hold.owner().label()
              + next
              + ", token "
              + hold.token());
    } else if (event instanceof Event.Released released
        && released.cause() == EndCause.SESSION_EXPIRED) {
      Hold hold = released.hold();
      long silence = stage.world().now() - stage.chronicle().lastSignOfLife(hold.owner().session());
      say(
          "heard nothing from "
              + hold.owner().label()
              + " for "
              + Words.seconds(silence)
              + ": its term is over, "
              + Words.targets(hold.targets())
              + " is free");
    }
  }

  @Override
  public void committed(Node server, long index, Command command, Applied applied) {
    if (!(command instanceof Command.AcquireLock acquire)) {
      return;
    }
    // A client that waits asks again now and then; only the first time puts it in the queue.
    boolean changed = !applied.events().isEmpty();
    if (applied.outcome() instanceof Outcome.Queued queued && changed) {
      say(acquire.owner() + " waits: " + inTheWay(queued.standing()));
    } else if (applied.outcome() instanceof Outcome.Deadlock deadlock) {
      stage.tell(
          Line.Kind.ALARM, NAME, "refused " + acquire.owner() + ", because this would never end:");
      deadlock.cycle().forEach(this::tellLink);
    }
  }

  private void tellLink(Outcome.Wait link) {
    stage.tell(
        Line.Kind.ALARM,
        NAME,
        "  "
            + link.owner().label()
            + " waits for "
            + link.blockedBy().label()
            + " at "
            + link.key());
  }

  private static String inTheWay(Outcome.Standing standing) {
    Map<String, List<Key>> holders = new LinkedHashMap<>();
    for (Outcome.Holder holder : standing.holders()) {
      holders.computeIfAbsent(holder.owner().label(), who -> new ArrayList<>()).add(holder.key());
    }
    if (holders.isEmpty()) {
      return standing.waiting() == 1
          ? "an earlier request comes first"
          : standing.waiting() + " earlier requests come first";
    }
    List<String> who = new ArrayList<>();
    holders.forEach((owner, keys) -> who.add(owner + " holds " + Words.list(keys)));
    String ahead = standing.waiting() == 0 ? "" : ", " + standing.waiting() + " ahead in line";
    return Words.list(who) + ahead;
  }

  private void say(String text) {
    stage.tell(NAME, text);
  }
}
