package io.tenure.simulation.stage;

import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.World;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A world with a curtain: what happens before it rises is not told, and the timeline counts from
 * that moment.
 */
public final class Stage {
  private static final long LONGEST_SETUP = Time.seconds(60);

  private final World world;
  private final Consumer<Line> audience;
  private final Chronicle chronicle;
  private boolean open;
  private long openedAt;

  public Stage(StoryRun storyRun) {
    this.world = new World(storyRun.seed());
    this.audience = storyRun.audience();
    this.chronicle = new Chronicle(world);
    world.listen(chronicle);
  }

  public World world() {
    return world;
  }

  /** What has really happened so far. */
  public Chronicle chronicle() {
    return chronicle;
  }

  /** Lets the world run, unseen, until something is in place. */
  public void prepare(BooleanSupplier ready) {
    if (!world.runUntil(LONGEST_SETUP, ready)) {
      throw new ScriptFailedException(
          "not everybody was in place after " + Words.seconds(LONGEST_SETUP));
    }
  }

  /** Raises the curtain when everybody is in place. */
  public void open(BooleanSupplier everybodyReady) {
    prepare(everybodyReady);
    open = true;
    openedAt = world.now();
  }

  /** Nanoseconds since the curtain rose. */
  public long now() {
    return world.now() - openedAt;
  }

  /** A time of the world as the timeline shows it. */
  public String clock(long worldTime) {
    return Line.seconds(worldTime - openedAt);
  }

  /** A line of the script, on nobody's behalf: it happens whatever state anybody is in. */
  public void at(double seconds, Runnable action) {
    world.at(openedAt + Time.seconds(seconds), action);
  }

  /** Lets the world run up to this point of the timeline. */
  public void play(double untilSeconds) {
    world.runUntil(openedAt + Time.seconds(untilSeconds));
  }

  /** Lets the world run until something has happened, but no longer than that. */
  public void play(double untilSeconds, BooleanSupplier done) {
    world.runUntil(openedAt + Time.seconds(untilSeconds), done);
  }

  /** A number of seconds that depends on the seed. */
  public double between(double low, double high) {
    return world.dice().between(low, high);
  }

  public void tell(String actor, String text) {
    tell(Line.Kind.EVENT, actor, text);
  }

  public void tellFault(Node node, String text) {
    tell(Line.Kind.FAULT, node.name(), text);
  }

  void tell(Line.Kind kind, String actor, String text) {
    if (open) {
      audience.accept(new Line(kind, now(), actor, text));
    }
  }

  /** An empty line, before the next act. */
  public void pause() {
    audience.accept(Line.outside(Line.Kind.NOTE, ""));
  }
}
