package io.tenure.server.grpc;

import io.tenure.core.Command;
import io.tenure.core.Outcome;
import io.tenure.server.replication.Answer;
import io.tenure.server.replication.Failure;
import io.tenure.server.replication.Outbox;
import io.tenure.server.replication.Shard;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A command that tidies up after a caller who is gone. Nobody waits for its outcome; it is tried
 * again while the shard is overloaded, and given up if leadership is lost: then the session's term
 * ends what is left.
 */
final class Chore implements Answer {
  private static final int MAX_TRIES = 50;
  private static final long PAUSE_MILLIS = 100;

  private final Shard shard;
  private final Command command;
  private final ScheduledExecutorService loop;
  private int tries;

  private Chore(Shard shard, Command command, ScheduledExecutorService loop) {
    this.shard = shard;
    this.command = command;
    this.loop = loop;
  }

  /** On the loop. */
  static void start(Shard shard, Command command, ScheduledExecutorService loop) {
    new Chore(shard, command, loop).propose();
  }

  private void propose() {
    tries++;
    shard.propose(command, this);
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
    if (tries < MAX_TRIES) {
      var unused = loop.schedule(this::propose, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public Outbox outbox() {
    return Outbox.NONE;
  }
}
