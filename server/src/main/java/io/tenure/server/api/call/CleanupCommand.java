package io.tenure.server.api.call;

import io.tenure.core.model.Command;
import io.tenure.core.model.Command.StandAside;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.RequestId;
import io.tenure.server.apply.Answer;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.shard.Shard;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A command that removes what a disconnected caller left behind. Its outcome is ignored. It is
 * retried while the shard is overloaded, and given up if leadership is lost: then the session's
 * expiry removes the rest.
 */
final class CleanupCommand implements Answer {
  private static final int MAX_TRIES = 50;
  private static final long PAUSE_MILLIS = 100;

  private final ScheduledExecutorService loop;
  private final Consumer<CleanupCommand> way;
  private int triesLeft;

  private CleanupCommand(ScheduledExecutorService loop, Consumer<CleanupCommand> way, int tries) {
    this.loop = loop;
    this.way = way;
    this.triesLeft = tries;
  }

  /** On the loop. */
  static void start(Shard shard, Command command, ScheduledExecutorService loop) {
    new CleanupCommand(loop, cleanup -> shard.propose(command, cleanup), MAX_TRIES).propose();
  }

  /**
   * Suspends a queued request whose client is disconnected, unless the client has asked again, here
   * or at another leader. Retries until that is settled.
   */
  static void standAside(Shard shard, RequestId request, ScheduledExecutorService loop) {
    long term = shard.leadership().term();
    Command command = new StandAside(request);
    Consumer<CleanupCommand> way =
        cleanup -> {
          if (!shard.isAwaited(request)) {
            shard.proposeInTerm(term, command, cleanup);
          }
        };
    new CleanupCommand(loop, way, Integer.MAX_VALUE).propose();
  }

  private void propose() {
    triesLeft--;
    way.accept(this);
  }

  @Override
  public void applied(Outcome outcome) {}

  @Override
  public void failed(Failure failure) {
    if (failure.kind() == Failure.Kind.OVERLOADED) {
      loop.execute(this::tryAgain);
    }
  }

  private void tryAgain() {
    if (triesLeft > 0) {
      var unused = loop.schedule(this::propose, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public Outbox outbox() {
    return Outbox.NONE;
  }
}
