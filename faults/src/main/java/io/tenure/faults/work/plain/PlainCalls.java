package io.tenure.faults.work.plain;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.tenure.faults.history.Result;
import io.tenure.faults.work.CallResults;
import io.tenure.faults.work.plain.PlainOutcome.Failure;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.TenureGrpc.TenureBlockingStub;
import io.tenure.protocol.v1.TenureGrpc.TenureStub;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plain calls, as a program in any language makes them: to one node, for as long as that answers,
 * and then to the next.
 */
public final class PlainCalls {
  private static final long SHORT_TRY_MILLIS = 1_500;

  /** Longer than a node looks for the leader in a client's place. */
  private static final long LONG_TRY_MILLIS = 8_000;

  private static final long PATIENCE_MILLIS = 6_000;
  private static final long PAUSE_MILLIS = 100;

  private final List<ManagedChannel> channels;
  private final AtomicInteger current;

  /** Some are patient, and hear what a node has to say in the end; some are not. */
  private final long tryMillis;

  public PlainCalls(List<ManagedChannel> channels, int first) {
    this.channels = channels;
    this.current = new AtomicInteger(first);
    this.tryMillis = first % 2 == 0 ? SHORT_TRY_MILLIS : LONG_TRY_MILLIS;
  }

  public static List<ManagedChannel> channels(List<String> endpoints) {
    return endpoints.stream()
        .map(endpoint -> ManagedChannelBuilder.forTarget(endpoint).usePlaintext().build())
        .toList();
  }

  /** The same nodes, starting with the one that answers now, but going its own way. */
  PlainCalls another() {
    return new PlainCalls(channels, current.get());
  }

  /** How many there are. */
  public int nodes() {
    return channels.size();
  }

  /** The same nodes, starting with this one. */
  public PlainCalls startingAt(int node) {
    return new PlainCalls(channels, node);
  }

  private ManagedChannel channel() {
    return channels.get(Math.floorMod(current.get(), channels.size()));
  }

  TenureStub async() {
    return TenureGrpc.newStub(channel());
  }

  /** It is asked at once, however often it did not answer before. */
  void nextNode() {
    current.incrementAndGet();
    channel().resetConnectBackoff();
  }

  /** What may be sent again, and for how long a node may take beyond the usual. */
  public record Terms(boolean repeatable, long waitMillis) {
    static final Terms ONCE = new Terms(false, 0);
    public static final Terms REPEATED = new Terms(true, 0);
  }

  /**
   * What was heard in the end.
   *
   * @param reply null if nobody has answered
   * @param doubtful whether some try may have been executed without having been answered
   * @param sentNanos when the one that was answered was sent
   */
  public record Heard<R>(@Nullable R reply, boolean doubtful, long sentNanos, String why) {
    /** For a call that was not answered. */
    public Result unanswered() {
      return doubtful ? CallResults.unknown(why) : CallResults.notDone(why);
    }
  }

  public <R> Heard<R> call(Terms terms, Function<TenureBlockingStub, R> call)
      throws InterruptedException {
    long givenUpNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    boolean doubtful = false;
    while (true) {
      long sentNanos = System.nanoTime();
      Failure failure;
      try {
        long limit = tryMillis + Math.max(0, terms.waitMillis());
        TenureBlockingStub stub =
            TenureGrpc.newBlockingStub(channel()).withDeadlineAfter(limit, TimeUnit.MILLISECONDS);
        return new Heard<>(call.apply(stub), doubtful, sentNanos, "");
      } catch (StatusRuntimeException e) {
        failure = PlainOutcome.failure(e);
      }
      doubtful |= failure.mayHaveBeenDone();
      boolean again =
          failure.retry() == Retry.RETRY_SAFE
              || (failure.retry() == Retry.RETRY_INDETERMINATE && terms.repeatable());
      if (!again || System.nanoTime() - givenUpNanos > 0 || Thread.interrupted()) {
        return new Heard<>(null, doubtful, sentNanos, failure.why());
      }
      nextNode();
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
