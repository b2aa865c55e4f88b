package io.tenure.simulation.world;

import java.util.ArrayDeque;

/**
 * A process on a machine of its own.
 *
 * <p>A crashed node loses its timers and whatever is sent to it; its subclass says what it keeps. A
 * paused node does nothing at all; when it resumes, everything that would have happened in between
 * happens at once, late, in the order in which it was due: that is how a long garbage collection or
 * a stopped process looks from inside.
 */
public abstract class Node {
  private enum State {
    DOWN,
    UP,
    PAUSED
  }

  private final World world;
  private final String name;
  private final int number;
  private final LocalClock clock;
  private final ArrayDeque<Timer> backlog = new ArrayDeque<>();
  private State state = State.DOWN;
  private int incarnation;

  /** A node that is down until {@link #start}. */
  public Node(World world, String name) {
    this.world = world;
    this.name = name;
    this.clock = new LocalClock(world, world.dice().between(0L, Time.seconds(1_000_000)));
    this.number = world.register(this);
  }

  public final World world() {
    return world;
  }

  public final String name() {
    return name;
  }

  /** Its place in the order in which the world's nodes were made, from 0. */
  public final int number() {
    return number;
  }

  public final LocalClock clock() {
    return clock;
  }

  /** Whether it is not crashed; it may be paused. */
  public final boolean isUp() {
    return state != State.DOWN;
  }

  public final boolean isPaused() {
    return state == State.PAUSED;
  }

  /** Starts it, for the first time or after a crash. Does nothing when it is up. */
  public final void start() {
    if (state != State.DOWN) {
      return;
    }
    state = State.UP;
    incarnation++;
    if (incarnation > 1) {
      world.trace().restarted(this);
    }
    onStart();
  }

  public final void crash() {
    if (state == State.DOWN) {
      return;
    }
    state = State.DOWN;
    backlog.clear();
    world.trace().crashed(this);
    onCrash();
  }

  public final void pause() {
    if (state == State.UP) {
      state = State.PAUSED;
      world.trace().paused(this);
    }
  }

  public final void resume() {
    if (state != State.PAUSED) {
      return;
    }
    state = State.UP;
    world.trace().resumed(this);
    while (state == State.UP && !backlog.isEmpty()) {
      run(backlog.remove());
    }
  }

  /** Lets the node's clocks run faster (above 1) or slower than the world's time. */
  public final void setClockRate(double rate) {
    clock.setRate(rate);
    world.trace().clockRate(this, rate);
    if (state != State.DOWN) {
      onClockRate();
    }
  }

  /** Sets the node's wall clock forwards or backwards. */
  public final void jumpWallClock(long nanos) {
    clock.jumpWall(nanos);
    world.trace().wallClockJumped(this, nanos);
  }

  /** Does something later, by this node's own clock, unless it crashes before. */
  public final Timer after(long localNanos, Runnable action) {
    return world.schedule(clock.worldNanos(localNanos), this, incarnation, action);
  }

  /** A life begins: nothing but what {@link #onCrash} spared is there. */
  protected abstract void onStart();

  /** The life is over: its timers are gone, and so must be whatever it had in memory. */
  protected abstract void onCrash();

  /** The clock's rate changed: timers set before may be due earlier or later than they were set. */
  protected void onClockRate() {}

  final void run(Timer timer) {
    boolean mine = timer.incarnation == incarnation || timer.incarnation == Timer.ANY_INCARNATION;
    if (state == State.DOWN || !mine || timer.isCancelled()) {
      return;
    }
    if (state == State.PAUSED) {
      backlog.add(timer);
    } else {
      timer.action.run();
    }
  }

  @Override
  public final String toString() {
    return name;
  }
}
