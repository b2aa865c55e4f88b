package io.tenure.server.shard;

import io.micrometer.core.instrument.MeterRegistry;
import io.tenure.server.apply.Applier;
import io.tenure.server.apply.ShardLeadership;
import io.tenure.server.apply.ShardListener;
import io.tenure.server.apply.WaitingAnswers;
import io.tenure.server.config.ShardSettings;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.slf4j.event.Level;

/**
 * One shard's state on this node, and what follows its changes. It exists before the shard's log is
 * open, since the engine restores the state while it opens the log.
 */
record Replica(
    Applier applier,
    ShardLeadership leadership,
    WaitingAnswers waiting,
    ChosenRequestNumbers numbers,
    StateUpkeep upkeep,
    StateComparisons comparisons) {

  /**
   * What a replica reports to and runs on.
   *
   * @param fatal receives what this replica cannot go on after
   * @param notices one thread, for what must not run under the engine's locks
   * @param comparing one thread that computes checksums of states
   */
  record Surroundings(
      Consumer<Throwable> fatal,
      ScheduledExecutorService notices,
      ScheduledExecutorService comparing,
      MeterRegistry meters) {}

  /** One with an empty state. */
  static Replica of(
      String shard, ShardSettings settings, ShardListener listener, Surroundings surroundings) {
    WaitingAnswers waiting = new WaitingAnswers();
    ChosenRequestNumbers numbers = new ChosenRequestNumbers();
    StateUpkeep upkeep = new StateUpkeep();
    StateComparisons comparisons =
        new StateComparisons(
            shard, surroundings.meters(), surroundings.fatal(), surroundings.comparing());
    ShardListener all = ShardListener.all(numbers, comparisons, listener, upkeep);
    // What the warm-up does is of no interest to an operator.
    Level level = WarmUp.SHARD.equals(shard) ? Level.DEBUG : Level.INFO;
    ShardLeadership leadership =
        new ShardLeadership(shard, all, waiting, surroundings.notices(), level);
    upkeep.follow(leadership);
    Applier applier =
        new Applier(
            shard,
            settings.stateBytes(),
            new Applier.Surroundings(all, leadership, waiting, surroundings.meters()));
    return new Replica(applier, leadership, waiting, numbers, upkeep, comparisons);
  }
}
