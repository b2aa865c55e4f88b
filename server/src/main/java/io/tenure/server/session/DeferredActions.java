package io.tenure.server.session;

import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outboxes;
import io.tenure.server.session.ConfirmationRounds.Round;
import io.tenure.server.thread.NodeThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What was decided under the {@link SessionClock}'s lock and is to be done when that is free. */
final class DeferredActions {
  private record Reply(KeepAliveAnswer to, Consumer<KeepAliveAnswer> words) {}

  private final KeepAliveMeters meters;
  private final List<Reply> replies = new ArrayList<>(0);

  /** To be run. */
  @Nullable Round round;

  /** When to look at the rounds again; negative for never. */
  long alarmMillis = -1;

  DeferredActions(KeepAliveMeters meters) {
    this.meters = meters;
  }

  void kept(KeepAliveAnswer answer, long ttlMillis) {
    meters.kept.increment();
    replies.add(new Reply(answer, to -> to.kept(ttlMillis)));
  }

  void unknown(KeepAliveAnswer answer) {
    meters.unknown.increment();
    replies.add(new Reply(answer, KeepAliveAnswer::unknown));
  }

  void failed(KeepAliveAnswer answer, Failure failure) {
    meters.failed.increment();
    replies.add(new Reply(answer, to -> to.failed(failure)));
  }

  /** Gives the answers, then flushes each outbox once. */
  void reply() {
    if (replies.isEmpty()) {
      return;
    }
    Outboxes outboxes = new Outboxes();
    for (Reply reply : replies) {
      try {
        reply.words().accept(reply.to());
        outboxes.add(reply.to().outbox());
      } catch (RuntimeException | Error bug) {
        // The others are to hear, and what else was decided is to be done.
        NodeThreads.report(bug, "answering a keep-alive");
      }
    }
    outboxes.flush();
  }
}
