package io.tenure.server.apply;

import io.micrometer.core.instrument.DistributionSummary;
import io.tenure.core.model.Command;
import io.tenure.core.model.Command.AcquireLock;
import io.tenure.core.model.Command.ConvertHold;
import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Command.SetValue;
import io.tenure.core.model.Target;
import io.tenure.server.apply.Batch.Proposal;
import io.tenure.server.config.ShardSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gathers commands into batches and hands them to the engine.
 *
 * <p>Batching is natural: while fewer than the allowed number of batches are in flight, whatever is
 * queued goes out at once, be it one command; while they are in flight, commands gather, and the
 * next batch takes them all. So a lone command never waits for company, and throughput grows with
 * load. A large batch has none beside it, and the one after it may wait a little for more ({@link
 * BatchDelay}). There is no thread: the caller that adds a command, or that completes a batch,
 * sends the next one.
 *
 * <p>What gives something back (a release, a withdrawal, the end of a session) has a queue of its
 * own, which goes first: where more is asked for than can be done, the locks of those who are gone
 * must not stay because others ask for more. But while both queues have commands, an eighth of the
 * commands, and of the bytes of a batch, is for the other queue: a client that pipelines
 * withdrawals without end must not keep everybody else from being granted anything.
 *
 * <p>Whatever was taken from a queue is answered, also if something breaks on the way; what breaks
 * ends the node.
 */
public final class Proposer {
  /** Commands that wait, and how much they take. */
  private static final class Lane {
    final ConcurrentLinkedQueue<Proposal> queue = new ConcurrentLinkedQueue<>();
    final AtomicInteger count = new AtomicInteger();
    final AtomicLong bytes = new AtomicLong();
    final int mostCount;
    final long mostBytes;

    Lane(int mostCount, long mostBytes) {
      this.mostCount = mostCount;
      this.mostBytes = mostBytes;
    }

    /**
     * Why there is no room for the proposal, or null if it has been queued. What is bound to a term
     * is the leader's own, which bounds it by itself: it gets in also when clients have filled the
     * queue.
     */
    @Nullable String add(Proposal proposal) {
      int size = size(proposal.command());
      boolean own = proposal.term() != Batch.ANY_TERM;
      if (count.incrementAndGet() > mostCount && !own) {
        count.decrementAndGet();
        return "queued requests: full (expected: at most %d, setting queue-requests; retry later)"
            .formatted(mostCount);
      }
      if (bytes.addAndGet(size) > mostBytes && !own) {
        bytes.addAndGet(-size);
        count.decrementAndGet();
        return ("bytes of queued requests: full (expected: at most %d, 1/32 of the heap for all shards;"
                + " retry later, or start the server with a larger -Xmx)")
            .formatted(mostBytes);
      }
      queue.add(proposal);
      return null;
    }

    void remove(Proposal proposal) {
      queue.remove();
      count.decrementAndGet();
      bytes.addAndGet(-size(proposal.command()));
    }

    /** About what a command takes while it waits. */
    private static int size(Command command) {
      int size = 256;
      if (command instanceof AcquireLock acquire) {
        size += acquire.value().size();
        for (Target target : acquire.targets()) {
          size += 128 + target.key().path().length();
        }
      } else if (command instanceof SetValue set) {
        size += set.value().size();
      }
      return size;
    }
  }

  /** Hands a batch to the engine; the result is null when it was applied, or why it was not. */
  public interface Log extends Function<Batch, CompletableFuture<@Nullable Failure>> {}

  /** One command in so many is for {@link #demand} while it has any. */
  private static final int DEMAND_SHARE = 8;

  private final ShardSettings settings;
  private final Log log;
  private final DistributionSummary batchSizes;
  private final Consumer<Throwable> fatal;
  private final Lane relief;
  private final Lane demand;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger commandsInFlight = new AtomicInteger();

  /** Clients that have got their answer since the one who sends looked last. */
  private final AtomicInteger answered = new AtomicInteger();

  private final BatchDelay delay;

  /**
   * The part of a command, in units of {@link #DEMAND_SHARE}, that demand is still to get: a share
   * of a small batch is less than one command. Used by the one who sends.
   */
  private int owedToDemand;

  private volatile long commitNanos;

  /** How many have asked to send since the one who sends began. */
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * Nothing is queued yet.
   *
   * @param fatal receives internal errors; must end the node
   */
  public Proposer(
      ShardSettings settings,
      Log log,
      BatchDelay.Alarm alarm,
      DistributionSummary batchSizes,
      Consumer<Throwable> fatal) {
    this.settings = settings;
    this.log = log;
    this.fatal = fatal;
    this.relief = new Lane(settings.queuedRequests(), settings.queuedBytes());
    this.demand = new Lane(settings.queuedRequests(), settings.queuedBytes());
    this.batchSizes = batchSizes;
    this.delay = new BatchDelay(settings.batchRequests(), alarm, this::send);
  }

  public int queued() {
    return relief.count.get() + demand.count.get();
  }

  /** About the memory that they take. */
  long queuedBytes() {
    return relief.bytes.get() + demand.bytes.get();
  }

  /** Queues a command; {@link #send} must follow. */
  public void add(Command command, Answer answer) {
    add(new Proposal(command, answer, Batch.ANY_TERM));
  }

  /** Queues a command that must be put into the log in this term, or not at all. */
  public void addInTerm(long term, Command command, Answer answer) {
    add(new Proposal(command, answer, term));
  }

  private void add(Proposal proposal) {
    String full = (isRelief(proposal.command()) ? relief : demand).add(proposal);
    if (full != null) {
      proposal.answer().failed(new Failure(Failure.Kind.OVERLOADED, full, null));
    }
  }

  /** Whether a command gives something back. */
  private static boolean isRelief(Command command) {
    return !(command instanceof AcquireLock
        || command instanceof OpenSession
        || command instanceof ConvertHold
        || command instanceof SetValue);
  }

  /** Sends what is queued, as far as batches may be in flight. One thread at a time does it. */
  public void send() {
    if (asked.getAndIncrement() != 0) {
      return;
    }
    int served = 1;
    try {
      do {
        delay.begin(answered.getAndSet(0), queued(), commitNanos);
        while (maySend()) {
          hand(nextBatch());
        }
        served = asked.addAndGet(-served);
      } while (served != 0);
    } catch (RuntimeException | Error bug) {
      asked.set(0); // Else nobody would ever send again.
      fatal.accept(bug);
      throw bug;
    }
  }

  private boolean maySend() {
    return inFlight.get() < settings.batchesInFlight()
        && commandsInFlight.get() < BatchDelay.WORTH_IT
        && !(relief.queue.isEmpty() && demand.queue.isEmpty())
        && !delay.holdsBack(queued());
  }

  private Batch nextBatch() {
    List<Proposal> proposals = new ArrayList<>();
    try {
      ByteWriter out = new ByteWriter();
      LogFormat.start(out);
      int kept = keptForDemand();
      Room reliefs =
          new Room(
              settings.batchRequests() - kept,
              kept == 0
                  ? settings.batchBytes()
                  : settings.batchBytes() - settings.batchBytes() / DEMAND_SHARE);
      Room all = new Room(settings.batchRequests(), settings.batchBytes());
      long term = fill(proposals, out, relief, reliefs, Batch.ANY_TERM);
      term = fill(proposals, out, demand, all, term);
      term = fill(proposals, out, relief, all, term); // What demand did not need.
      batchSizes.record(proposals.size());
      return new Batch(proposals, out.toArray(), term);
    } catch (RuntimeException | Error bug) {
      Outboxes.fail(proposals.stream().map(Proposal::answer).toList(), broken(bug));
      throw bug;
    }
  }

  /** How many places of the next batch relief must leave free. */
  private int keptForDemand() {
    if (demand.queue.isEmpty()) {
      return 0;
    }
    owedToDemand += settings.batchRequests();
    int kept = owedToDemand / DEMAND_SHARE;
    owedToDemand %= DEMAND_SHARE;
    return kept;
  }

  /** Until a batch has so many commands, or so many bytes. */
  private record Room(int requests, int bytes) {}

  private static long fill(
      List<Proposal> proposals, ByteWriter out, Lane lane, Room room, long batchTerm) {
    long term = batchTerm;
    while (proposals.size() < room.requests() && out.size() < room.bytes()) {
      Proposal next = lane.queue.peek();
      if (next == null || (next.term() != Batch.ANY_TERM && isOther(next.term(), term))) {
        break;
      }
      lane.remove(next);
      term = Math.max(term, next.term());
      proposals.add(next);
      LogFormat.write(out, next.command());
    }
    return term;
  }

  private static Failure broken(Throwable bug) {
    return new Failure(
        Failure.Kind.LEADERSHIP_LOST, "internal error; this node is stopping: " + bug, null);
  }

  private static boolean isOther(long term, long batchTerm) {
    return batchTerm != Batch.ANY_TERM && batchTerm != term;
  }

  private void hand(Batch batch) {
    int size = batch.proposals().size();
    long handedNanos = System.nanoTime();
    inFlight.incrementAndGet();
    commandsInFlight.addAndGet(size);
    CompletableFuture<@Nullable Failure> handed;
    try {
      handed = log.apply(batch);
    } catch (RuntimeException | Error bug) {
      fail(batch, broken(bug));
      throw bug;
    }
    CompletableFuture<Void> unused =
        handed.handle(
            (failure, thrown) -> {
              try {
                returned(batch, System.nanoTime() - handedNanos, failure, thrown);
              } catch (RuntimeException | Error bug) {
                fatal.accept(bug);
              }
              return null;
            });
  }

  private void returned(
      Batch batch, long nanos, @Nullable Failure failure, @Nullable Throwable thrown) {
    commitNanos = nanos;
    inFlight.decrementAndGet();
    commandsInFlight.addAndGet(-batch.proposals().size());
    answered.addAndGet(batch.satisfied());
    if (thrown != null) {
      fail(batch, broken(thrown));
      fatal.accept(thrown);
    } else if (failure != null) {
      fail(batch, failure);
    }
    send();
  }

  private static void fail(Batch batch, Failure failure) {
    if (batch.claim()) {
      Outboxes.fail(batch.proposals().stream().map(Proposal::answer).toList(), failure);
    }
  }
}
