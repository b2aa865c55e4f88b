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
 * load. A large batch has none beside it, and the one after it may wait a little for more ({@link
 * Gathering}). There is no thread: whoever adds a command, or sees a batch return, sends the next
 * one.
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
  private final AtomicInteger commandsInFlight = new AtomicInteger();

  /** Clients that have got their answer since the one who sends looked last. */
  private final AtomicInteger answered = new AtomicInteger();

  private final Gathering gathering;
  private volatile long commitNanos;

  /** How many have asked to send since the one who sends began. */
  private final AtomicInteger asked = new AtomicInteger();

  Proposer(ShardSettings settings, Log log, Gathering.Alarm alarm, DistributionSummary batchSizes) {
    this.settings = settings;
    this.log = log;
    this.batchSizes = batchSizes;
    this.gathering = new Gathering(settings.batchRequests(), alarm, this::send);
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
    try {
      do {
        gathering.begin(answered.getAndSet(0), queued.get(), commitNanos);
        while (maySend()) {
          hand(nextBatch());
        }
        served = asked.addAndGet(-served);
      } while (served != 0);
    } catch (RuntimeException | Error bug) {
      asked.set(0); // Else nobody would ever send again.
      throw bug;
    }
  }

  private boolean maySend() {
    return inFlight.get() < settings.batchesInFlight()
        && commandsInFlight.get() < Gathering.WORTH_IT
        && !queue.isEmpty()
        && !gathering.holdsBack(queued.get());
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
    int size = batch.proposals().size();
    long handedNanos = System.nanoTime();
    inFlight.incrementAndGet();
    commandsInFlight.addAndGet(size);
    CompletableFuture<Void> unused =
        log.apply(batch)
            .thenAccept(
                failure -> {
                  commitNanos = System.nanoTime() - handedNanos;
                  inFlight.decrementAndGet();
                  commandsInFlight.addAndGet(-size);
                  answered.addAndGet(batch.satisfied());
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
