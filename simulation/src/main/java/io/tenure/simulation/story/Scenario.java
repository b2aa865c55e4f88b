package io.tenure.simulation.story;

import io.tenure.simulation.stage.Ending;
import io.tenure.simulation.stage.Line;
import io.tenure.simulation.stage.ScriptFailedException;
import io.tenure.simulation.stage.Story;
import io.tenure.simulation.stage.StoryRun;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** All scenarios. */
public enum Scenario {
  COMPETING_CLIENTS("three clients want one key"),
  CRASHED_HOLDER("a holder crashes, its session expires, and the next waiter gets the lock"),
  PAUSED_HOLDER("a holder is paused beyond its TTL and writes afterwards"),
  MAJORITY("one of three servers crashes, then another, then one restarts"),
  LEADER_FAILOVER("the leader crashes while locks are held and requested"),
  REDIS_FAILOVER("a Redis primary crashes before it has replicated a lock"),
  REDLOCK_CLOCK_JUMP("the clock of one of five Redlock nodes jumps"),
  THUNDERING_HERD("1,000 candidates retry, retry with jitter, or queue"),
  DEADLOCK("two owners each request a key that the other one holds"),
  SUBTREE("a lock on a subtree conflicts with locks below it");

  private final String summary;

  Scenario(String summary) {
    this.summary = summary;
  }

  public static List<Scenario> all() {
    return List.of(values());
  }

  /** The one that is written like this on a command line. */
  public static Optional<Scenario> named(String name) {
    return Arrays.stream(values()).filter(scenario -> scenario.toString().equals(name)).findFirst();
  }

  /** What it is about, in a few words. */
  public String summary() {
    return summary;
  }

  /** Whether it can also be told with a database that does not check tokens. */
  public boolean hasUnfencedVariant() {
    return this == PAUSED_HOLDER;
  }

  /**
   * Tells the story, one line after the other as it happens.
   *
   * @param fencing whether the database checks tokens; false only for {@link #hasUnfencedVariant}
   * @return whether it came out as it should; the last line says how
   */
  public boolean tell(long seed, boolean fencing, Consumer<Line> audience) {
    if (!fencing && !hasUnfencedVariant()) {
      throw new IllegalArgumentException("fencing: false (expected: true for " + this + ")");
    }
    String variant = fencing ? "" : " without fencing";
    audience.accept(
        Line.outside(Line.Kind.TITLE, this + variant + " (seed " + seed + "): " + summary));
    Ending ending = play(new StoryRun(seed, fencing, audience));
    audience.accept(Line.outside(Line.Kind.NOTE, ""));
    audience.accept(
        ending.shown()
            ? Line.outside(Line.Kind.SHOWN, "Shown: " + ending.text())
            : Line.outside(Line.Kind.NOT_SHOWN, "Not shown: " + ending.text()));
    return ending.shown();
  }

  private Ending play(StoryRun storyRun) {
    try {
      return story().play(storyRun);
    } catch (ScriptFailedException e) {
      return new Ending(false, "the story stopped early in this run: " + e.getMessage());
    }
  }

  private Story story() {
    return switch (this) {
      case COMPETING_CLIENTS -> new CompetingClients();
      case CRASHED_HOLDER -> new CrashedHolder();
      case PAUSED_HOLDER -> new PausedHolder();
      case MAJORITY -> new Majority();
      case LEADER_FAILOVER -> new LeaderFailover();
      case REDIS_FAILOVER -> new RedisFailover();
      case REDLOCK_CLOCK_JUMP -> new RedlockClockJump();
      case THUNDERING_HERD -> new ThunderingHerd();
      case DEADLOCK -> new Deadlock();
      case SUBTREE -> new Subtree();
    };
  }

  /** As it is written on a command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
