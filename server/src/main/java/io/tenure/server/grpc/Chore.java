package io.tenure.server.grpc;

import io.tenure.core.Command;
import io.tenure.core.Outcome;
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
  private final Runnable over;
  private int tries;

  private Chore(ScheduledExecutorService loop, Consumer<Chore> way, Runnable over) {
    this.loop = loop;
    this.way = way;
    this.over = over;
  }

  /** On the loop. */
  static void start(Shard shard, Command command, ScheduledExecutorService loop) {
    start(loop, chore -> shard.propose(command, chore), () -> {});
  }

  /**
   * On the loop.
   *
   * @param way proposes it, with the chore as the answer, or finds that it is not needed any more
   * @param over is run when it was done or given up, on any thread
   */
  static void start(ScheduledExecutorService loop, Consumer<Chore> way, Runnable over) {
    new Chore(loop, way, over).propose();
  }

  private void propose() {
    tries++;
    way.accept(this);
  }

  @Override
  public void applied(Outcome outcome) {
    over.run();
  }

  @Override
  public void failed(Failure failure) {
    // Never at once: whoever proposes may not be done with it.
    loop.execute(failure.kind() == Failure.Kind.OVERLOADED ? this::tryAgain : over);
  }

  private void tryAgain() {
    if (tries < MAX_TRIES) {
      var unused = loop.schedule(this::propose, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    } else {
      over.run();
    }
  }

  @Override
  public Outbox outbox() {
    return Outbox.NONE;
  }
}
