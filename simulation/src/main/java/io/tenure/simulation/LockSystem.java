package io.tenure.simulation;

import io.tenure.simulation.check.Checker;
import io.tenure.simulation.client.LockClient;
import io.tenure.simulation.world.Node;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lock service in a random world: what faults and workers need to know of it. */
interface LockSystem {
  List<? extends Node> servers();

  /** The server that matters most at present, if there is one. */
  @Nullable Node leader();

  /** A client that is down until it is started; the program runs at every start. */
  LockClient client(String name, long ttlMillis, Consumer<LockClient> program);

  void start();

  /** Whether its clients know nothing but exclusive locks on one key. */
  boolean isPlain();

  /** Takes a lock away from its holder, if the system has that and somebody holds one. */
  boolean revokeSomething();

  /** Makes the tokens grow by a great step, if the system has that. */
  boolean raiseRevision();

  /** After everybody was served: verifies what must be true in the end. */
  void settle(Checker checker);
}
