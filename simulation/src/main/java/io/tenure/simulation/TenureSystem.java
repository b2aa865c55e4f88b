package io.tenure.simulation;

import static io.tenure.simulation.check.Promise.NOTHING_LOST;
import static io.tenure.simulation.check.Promise.RETRIES_ARE_SAFE;

import io.tenure.core.LockState;
import io.tenure.core.model.Command;
import io.tenure.core.model.Hold;
import io.tenure.core.model.SessionId;
import io.tenure.simulation.check.Checker;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.client.TenureClient;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.ClusterSettings;
import io.tenure.simulation.cluster.Flaw;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tenure, with three or five servers. */
final class TenureSystem implements LockSystem {
  /** Long enough for a lost release to be repeated, and for every replica to hear of it. */
  private static final long QUIET = Time.seconds(2);

  /** Long enough for the sessions of dead clients to expire, whoever leads. */
  private static final long LONGEST_EXPIRY = Time.seconds(6);

  private final World world;
  private final Cluster cluster;
  private final List<TenureClient> clients = new ArrayList<>();

  TenureSystem(World world, Set<Flaw> flaws) {
    this.world = world;
    Dice dice = world.dice();
    this.cluster =
        new Cluster(
            world,
            new ClusterSettings(
                dice.chance(0.5) ? 3 : 5,
                dice.chance(0.7),
                dice.chance(0.7),
                dice.between(5, 200),
                dice.between(0, 30),
                flaws));
  }

  @Override
  public List<? extends Node> servers() {
    return cluster.servers();
  }

  @Override
  public @Nullable Node leader() {
    return cluster.leader();
  }

  @Override
  public LockClient client(String name, long ttlMillis, Consumer<LockClient> program) {
    TenureClient client = new TenureClient(cluster, name, ttlMillis, program);
    clients.add(client);
    return client;
  }

  @Override
  public void start() {
    cluster.start();
  }

  @Override
  public boolean isPlain() {
    return false;
  }

  @Override
  public boolean revokeSomething() {
    Server leader = cluster.leader();
    List<Hold> holds = leader == null ? List.of() : leader.state().holds();
    if (holds.isEmpty()) {
      return false;
    }
    Hold hold = world.dice().pick(holds);
    return operate(new Command.RevokeHold(hold.targets().get(0).key(), hold.token()));
  }

  @Override
  public boolean raiseRevision() {
    return operate(new Command.RaiseRevision(0));
  }

  private boolean operate(Command command) {
    TenureClient operator = world.dice().pick(clients);
    if (!operator.isUp() || operator.isPaused()) {
      return false;
    }
    operator.operate(command, outcome -> {});
    return true;
  }

  @Override
  public void settle(Checker checker) {
    world.runUntil(world.now() + QUIET);
    for (Hold hold : checker.held()) {
      checker
          .counts()
          .expect(
              RETRIES_ARE_SAFE,
              !isOfLivingClient(hold.owner().session()),
              () -> "all clients have released their locks, but this hold is left: " + hold);
    }
    clients.forEach(TenureClient::stop);
    world.runUntil(world.now() + QUIET + LONGEST_EXPIRY);
    long newest = cluster.servers().stream().mapToLong(Server::appliedIndex).max().orElseThrow();
    for (Server server : cluster.servers()) {
      checker
          .counts()
          .expect(
              NOTHING_LOST,
              server.appliedIndex() == newest,
              () -> server + " is at entry " + server.appliedIndex() + " of " + newest);
      server.revealState();
    }
    expectEmpty(checker, cluster.servers().get(0).state());
  }

  private boolean isOfLivingClient(SessionId session) {
    return clients.stream().anyMatch(client -> session.equals(client.sessionId()));
  }

  private static void expectEmpty(Checker checker, LockState state) {
    checker
        .counts()
        .expect(
            RETRIES_ARE_SAFE,
            state.sessions().isEmpty() && state.holds().isEmpty() && state.waiting().isEmpty(),
            () ->
                "all sessions have ended, but this is left: "
                    + state.sessions()
                    + state.holds()
                    + state.waiting());
  }
}
