package io.tenure.simulation.stage;

import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import io.tenure.simulation.client.Claim;
import io.tenure.simulation.client.ClaimListener;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A client that does what the script says and tells what it does. It asks as one owner, whose label
 * is its name. What it cannot do, because the world took another turn than the script expected, it
 * leaves out; the last line of the story then says so.
 */
public final class Player {
  private final Stage stage;
  private final LockClient client;
  private final Map<List<Target>, Claim> claims = new LinkedHashMap<>();

  public Player(Stage stage, LockClient client) {
    this.stage = stage;
    this.client = client;
  }

  public String name() {
    return client.node().name();
  }

  public Node node() {
    return client.node();
  }

  boolean isReady() {
    return client.isReady();
  }

  public void tell(String text) {
    stage.tell(name(), text);
  }

  /** Does something after a while, unless it dies before; a stopped player does it late. */
  public void later(double seconds, Runnable action) {
    node().after(Time.seconds(seconds), action);
  }

  public void asks(Key key, Runnable whenGranted) {
    asks(List.of(Target.exclusive(key)), whenGranted, () -> {});
  }

  /** Asks for all targets at once, and waits for them if it must. */
  public void asks(List<Target> targets, Runnable whenGranted, Runnable whenRefused) {
    if (!client.isReady()) {
      tell("has no session and cannot ask");
      return;
    }
    String together = targets.size() > 1 ? ", together" : "";
    tell("asks for " + Words.targets(targets) + together);
    claims.put(
        targets, client.ask(name(), targets, true, new ClaimProgress(whenGranted, whenRefused)));
  }

  /** What it calls its own at this key. Only if {@link #holds} says so. */
  public Claim claimOn(Key key) {
    return claims.values().stream()
        .filter(claim -> claim.isHeld() && isAbout(claim, key))
        .findFirst()
        .orElseThrow(() -> new ScriptFailedException(name() + " does not hold " + key));
  }

  public boolean holds(Key key) {
    return claims.values().stream().anyMatch(claim -> claim.isHeld() && isAbout(claim, key));
  }

  private static boolean isAbout(Claim claim, Key key) {
    return claim.targets().stream().anyMatch(target -> target.key().equals(key));
  }

  /** Gives back everything it holds. */
  public void releasesAll() {
    List<Claim> held = claims.values().stream().filter(Claim::isHeld).collect(Collectors.toList());
    if (!held.isEmpty()) {
      List<Target> targets = held.stream().flatMap(claim -> claim.targets().stream()).toList();
      tell("releases " + Words.targets(targets));
      held.forEach(Claim::release);
    }
  }

  /** Hears what becomes of one request. */
  private final class ClaimProgress implements ClaimListener {
    private final Runnable whenGranted;
    private final Runnable whenRefused;
    private boolean held;

    ClaimProgress(Runnable whenGranted, Runnable whenRefused) {
      this.whenGranted = whenGranted;
      this.whenRefused = whenRefused;
    }

    @Override
    public void granted() {
      held = true;
      whenGranted.run();
    }

    @Override
    public void refused(String why) {
      whenRefused.run();
    }

    @Override
    public void lost() {
      tell(held ? "sees that its term is over: holds nothing any more" : "stops waiting");
    }
  }
}
