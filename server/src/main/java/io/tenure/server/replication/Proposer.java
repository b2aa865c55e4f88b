package io.tenure.server.replication;

import io.micrometer.core.instrument.DistributionSummary;
import io.tenure.core.Command;
import io.tenure.server.replication.Batch.Proposal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers commands into batches and hands them to the engine.
 *
 * <p>Batching is natural: while fewer than the allowed number of batches are in flight, whatever is
 * queued goes out at once, be it one command; while they are in flight, commands gather, and the
 * next batch takes them all. So a lone command never waits for company, and throughput grows with
 * load. There is no thread: whoever adds a command, or sees a batch return, sends the next one.
 */
final class Proposer {
  /** Hands a batch to the engine; the result is null when it was applied, or why it was not. */
  interface Log extends Function<Batch, CompletableFuture<@Nullable Failure>> {}

  private final ShardSettings settings;
  private final Log log;
  private final DistributionSummary batchSizes;
  private final ConcurrentLinkedQueue<Proposal> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();

  /** How many have asked to send since the one who sends began. */
  private final AtomicInteger asked = new AtomicInteger();

  Proposer(ShardSettings settings, Log log, DistributionSummary batchSizes) {
    this.settings = settings;
    this.log = log;
    this.batchSizes = batchSizes;
  }

  int queued() {
    return queued.get();
  }

  /** Queues a command; {@link #send} must follow. */
  void add(Command command, Answer answer) {
    add(new Proposal(command, answer, Batch.ANY_TERM));
  }

  /** Queues a command that must be put into the log in this term, or not at all. */
  void addInTerm(long term, Command command, Answer answer) {
    add(new Proposal(command, answer, term));
  }

  private void add(Proposal proposal) {
    if (queued.incrementAndGet() > settings.queuedRequests()) {
      queued.decrementAndGet();
      proposal
          .answer()
          .failed(
              new Failure(
                  Failure.Kind.OVERLOADED,
                  "queued requests: more than " + settings.queuedRequests() + "; try again later",
                  null));
      return;
    }
    queue.add(proposal);
  }

  /** Sends what is queued, as far as batches may be in flight. One thread at a time does it. */
  void send() {
    if (asked.getAndIncrement() != 0) {
      return;
    }
    int served = 1;
    do {
      while (inFlight.get() < settings.batchesInFlight() && !queue.isEmpty()) {
        inFlight.incrementAndGet();
        hand(nextBatch());
      }
      served = asked.addAndGet(-served);
    } while (served != 0);
  }

  private Batch nextBatch() {
    List<Proposal> proposals = new ArrayList<>();
    ByteWriter out = new ByteWriter();
    LogFormat.start(out);
    long term = Batch.ANY_TERM;
    while (proposals.size() < settings.batchRequests() && out.size() < settings.batchBytes()) {
      Proposal next = queue.peek();
      if (next == null || (next.term() != Batch.ANY_TERM && isOther(next.term(), term))) {
        break;
      }
      queue.remove();
      term = Math.max(term, next.term());
      proposals.add(next);
      LogFormat.write(out, next.command());
    }
    queued.addAndGet(-proposals.size());
    batchSizes.record(proposals.size());
    return new Batch(proposals, out.toArray(), term);
  }

  private static boolean isOther(long term, long batchTerm) {
    return batchTerm != Batch.ANY_TERM && batchTerm != term;
  }

  private void hand(Batch batch) {
    CompletableFuture<Void> unused =
        log.apply(batch)
            .thenAccept(
                failure -> {
                  inFlight.decrementAndGet();
                  if (failure != null) {
                    fail(batch, failure);
                  }
                  send();
                });
  }

  private static void fail(Batch batch, Failure failure) {
    if (batch.claim()) {
      Outboxes.fail(batch.proposals().stream().map(Proposal::answer).toList(), failure);
    }
  }
}
