package io.tenure.simulation.world;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Virtual time and everything in it. */
public final class World {
  private static final long DIGEST_PRIME = 0x100000001b3L;

  private final PriorityQueue<Timer> queue = new PriorityQueue<>(256);
  private final List<Node> nodes = new ArrayList<>();
  private final Broadcast trace = new Broadcast();
  private final Dice dice;
  private final Network network;
  private long now;
  private long scheduled;
  private long events;
  private long digest;

  public World(long seed) {
    this.dice = new Dice(seed);
    this.network = new Network(this);
    this.digest = seed;
  }

  /** Nanoseconds since the world began. */
  public long now() {
    return now;
  }

  public Dice dice() {
    return dice;
  }

  public Network network() {
    return network;
  }

  public List<Node> nodes() {
    return Collections.unmodifiableList(nodes);
  }

  /** Where nodes report what happens. */
  public Trace trace() {
    return trace;
  }

  /** Adds a listener. Listeners are called in the order in which they were added. */
  public void listen(Trace listener) {
    trace.add(listener);
  }

  /** How many timers have fired: messages delivered, deadlines reached, faults injected. */
  public long events() {
    return events;
  }

  /** A fingerprint of all that has happened, and when. */
  public long digest() {
    return digest;
  }

  /** Does something at a point of time, on nobody's behalf: a fault, or a line of a script. */
  public Timer at(long time, Runnable action) {
    return schedule(Math.max(0, time - now), null, Timer.ANY_INCARNATION, action);
  }

  /** Does something later, on nobody's behalf. */
  public Timer after(long nanos, Runnable action) {
    return schedule(nanos, null, Timer.ANY_INCARNATION, action);
  }

  /** Lets everything happen up to and including this point of time. */
  public void runUntil(long time) {
    runUntil(time, () -> false);
  }

  /**
   * Lets everything happen until a condition holds.
   *
   * @return whether it came to hold before the time was over
   */
  public boolean runUntil(long time, BooleanSupplier done) {
    while (!done.getAsBoolean()) {
      Timer next = queue.peek();
      if (next == null || next.time > time) {
        now = time;
        return done.getAsBoolean();
      }
      queue.remove();
      fire(next);
    }
    return true;
  }

  Timer schedule(long nanos, @Nullable Node node, int incarnation, Runnable action) {
    Timer timer = new Timer(now + nanos, scheduled++, node, incarnation, action);
    queue.add(timer);
    return timer;
  }

  int register(Node node) {
    nodes.add(node);
    return nodes.size() - 1;
  }

  private void fire(Timer timer) {
    if (timer.isCancelled()) {
      return;
    }
    now = timer.time;
    events++;
    Node node = timer.node;
    digest = (digest ^ now) * DIGEST_PRIME;
    digest = (digest ^ timer.sequence) * DIGEST_PRIME;
    if (node == null) {
      timer.action.run();
    } else {
      digest ^= node.number() + 1L;
      node.run(timer);
    }
  }
}
