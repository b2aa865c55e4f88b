package io.tenure.server.grpc;

import io.tenure.core.Command;
import io.tenure.core.Command.StandAside;
import io.tenure.core.Outcome;
import io.tenure.core.RequestId;
import io.tenure.server.replication.Answer;
import io.tenure.server.replication.Failure;
import io.tenure.server.replication.Outbox;
import io.tenure.server.replication.Shard;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A command that tidies up after a caller who is gone. Nobody waits for its outcome; it is tried
 * again while the shard is overloaded, and given up if leadership is lost: then the session's term
 * ends what is left.
 */
final class Chore implements Answer {
  private static final int MAX_TRIES = 50;
  private static final long PAUSE_MILLIS = 100;

  private final ScheduledExecutorService loop;
  private final Consumer<Chore> way;
  private int triesLeft;

  private Chore(ScheduledExecutorService loop, Consumer<Chore> way, int tries) {
    this.loop = loop;
    this.way = way;
    this.triesLeft = tries;
  }

  /** On the loop. */
  static void start(Shard shard, Command command, ScheduledExecutorService loop) {
    new Chore(loop, chore -> shard.propose(command, chore), MAX_TRIES).propose();
  }

  /**
   * Takes a request whose client is out of reach out of the queue, unless it has been asked for
   * again, here or of another leader. Tries as long as that may be of use.
   */
  static void standAside(Shard shard, RequestId request, ScheduledExecutorService loop) {
    long term = shard.leadership().term();
    Command command = new StandAside(request);
    Consumer<Chore> way =
        chore -> {
          if (!shard.isAwaited(request)) {
            shard.proposeInTerm(term, command, chore);
          }
        };
    new Chore(loop, way, Integer.MAX_VALUE).propose();
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
