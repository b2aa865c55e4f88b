package io.tenure.simulation.client;

import io.tenure.core.model.Command;
import io.tenure.core.model.Outcome;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Time;
import io.tenure.simulation.world.Timer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A command on its way: sent to one server after the other until one answers. Sending it again is
 * always safe, because a command executes once however often it arrives.
 */
final class Call {
  private static final long TIMEOUT = Time.millis(300);
  private static final long FIRST_BACKOFF = Time.millis(20);
  private static final int MAX_DOUBLINGS = 5;

  private final TenureClient client;
  private final long id;
  private final Command command;
  private final Consumer<Outcome> answer;
  private int failures;
  private @Nullable Timer timer;

  Call(TenureClient client, long id, Command command, Consumer<Outcome> answer) {
    this.client = client;
    this.id = id;
    this.command = command;
    this.answer = answer;
  }

  void send() {
    Server server = client.server();
    client.world().network().send(client, server, s -> s.onCommand(client, id, command));
    await(TIMEOUT, () -> redirected(server, null));
  }

  void redirected(@Nullable Server leader) {
    redirected(client.server(), leader);
  }

  private void redirected(Server from, @Nullable Server leader) {
    client.tryInstead(from, leader);
    failures++;
    await(backoff(client, failures), this::send);
  }

  /** The answer is here. */
  void complete(Outcome outcome) {
    cancel();
    if (command instanceof Command.Numbered numbered) {
      client.world().trace().told(client, numbered.request(), outcome);
    }
    answer.accept(outcome);
  }

  void cancel() {
    if (timer != null) {
      timer.cancel();
    }
  }

  private void await(long nanos, Runnable action) {
    cancel();
    timer = client.after(nanos, action);
  }

  /** Full jitter: anything up to a bound that doubles with each failure. */
  static long backoff(TenureClient client, int failures) {
    long bound = FIRST_BACKOFF << Math.min(failures - 1, MAX_DOUBLINGS);
    return client.world().dice().between(Time.MILLISECOND, bound);
  }
}
