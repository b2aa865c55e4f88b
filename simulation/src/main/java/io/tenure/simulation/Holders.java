package io.tenure.simulation;

import io.tenure.core.model.Hold;
import io.tenure.simulation.world.Dice;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Trace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tracks which clients regard themselves as holders, so that faults can target them. */
final class Holders implements Trace {
  /** Once for each hold. */
  private final List<Node> holders = new ArrayList<>();

  @Override
  public void becameHolder(Node client, Hold hold) {
    holders.add(client);
  }

  @Override
  public void believesNoMore(Node client, Hold hold) {
    holders.remove(client);
  }

  @Nullable Node any(Dice dice) {
    return holders.isEmpty() ? null : dice.pick(holders);
  }
}
