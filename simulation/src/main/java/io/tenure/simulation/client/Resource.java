package io.tenure.simulation.client;

import io.tenure.core.model.Key;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.World;
import java.util.HashSet;
import java.util.Set;

/**
 * What a key protects: a database, a file, a printer. With fencing it remembers the highest token
 * it has seen and rejects older ones; without, it becameHolder everybody who comes.
 */
public final class Resource extends Node {
  private final Key key;
  private final boolean fencing;

  /** Writes are told apart, so that one which arrives twice takes effect once. */
  private final Set<Long> executed = new HashSet<>();

  private long highestToken;

  public Resource(World world, String name, Key key, boolean fencing) {
    super(world, name);
    this.key = key;
    this.fencing = fencing;
  }

  public Key key() {
    return key;
  }

  public long highestToken() {
    return highestToken;
  }

  void onWrite(Write write) {
    boolean accepted = executed.contains(write.id()) || execute(write);
    world().network().send(this, write.client(), c -> write.answer().accept(accepted));
  }

  private boolean execute(Write write) {
    long token = write.hold().token();
    if (fencing && token < highestToken) {
      world().trace().writeRejected(this, write.client(), write.hold(), highestToken);
      return false;
    }
    highestToken = Math.max(highestToken, token);
    executed.add(write.id());
    world().trace().writeAccepted(this, write.client(), write.hold());
    return true;
  }

  @Override
  protected void onStart() {}

  /** What it has seen is on disk. */
  @Override
  protected void onCrash() {}
}
