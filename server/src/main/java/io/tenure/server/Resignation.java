package io.tenure.server;

import io.tenure.server.shard.Shard;
import io.tenure.server.shard.Shards;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Transfers the leadership of a node's shards to other members before the node stops. */
final class Resignation {
  private static final Logger log = LoggerFactory.getLogger(Resignation.class);
  private static final long PATIENCE_SECONDS = 3;

  private final Shards engine;
  private final BooleanSupplier orderly;
  private final Runnable handedOver;

  /**
   * Nothing happens yet.
   *
   * @param orderly whether the node stops in order, so that leadership can be transferred
   * @param handedOver called after each transfer
   */
  Resignation(Shards engine, BooleanSupplier orderly, Runnable handedOver) {
    this.engine = engine;
    this.orderly = orderly;
    this.handedOver = handedOver;
  }

  void run() {
    for (Shard shard : engine.shards()) {
      if (orderly.getAsBoolean()
          && shard.leadership().leads()
          && engine.membership().members(shard.index()).size() > 1) {
        try {
          handOver(shard);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private void handOver(Shard shard) throws InterruptedException {
    try {
      shard.confirmLeadership(shard.leadership().term()).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      log.info(
          "shard {}: leadership is not transferred: no majority of members answers", shard.name());
      return;
    }
    try {
      String next =
          engine
              .membership()
              .transferLeadership(shard.index(), null)
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      log.info("transferred leadership of shard {} to {}", shard.name(), next);
      // Now rather than when the notice comes: the streams are about to end.
      handedOver.run();
    } catch (ExecutionException | TimeoutException e) {
      log.warn(
          "leadership of shard {} was not transferred: {}", shard.name(), NodeFailure.reason(e));
    }
  }
}
