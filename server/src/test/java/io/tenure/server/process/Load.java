package io.tenure.server.process;

import io.tenure.protocol.v1.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Workers that take a few keys in turn and give them back, for ever. */
final class Load implements AutoCloseable {
  private static final long TTL_MILLIS = 60_000;
  private static final int KEYS = 3;

  private final Ledger ledger;
  private final List<CompletableFuture<Void>> workers = new ArrayList<>();
  private final AtomicLong pairs = new AtomicLong();
  private volatile boolean ending;

  private Load(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Starts, and returns when the first keys were taken and given back. */
  static Load start(FailoverClient client, Ledger ledger, int workers) {
    Load load = new Load(ledger);
    for (int i = 0; i < workers; i++) {
      KeptSession session = client.openSession(TTL_MILLIS);
      int first = i;
      CompletableFuture<Void> ended = new CompletableFuture<>();
      load.workers.add(ended);
      new Thread(() -> load.work(session, first, ended), "load-" + i).start();
    }
    load.awaitProgress();
    return load;
  }

  private void work(KeptSession session, int first, CompletableFuture<Void> ended) {
    try {
      for (int turn = first; !ending; turn++) {
        Pending asked = session.acquire("/load/" + turn % KEYS);
        long token = ledger.granted(asked, asked.answer());
        ledger.releasing(token);
        Reply released = session.release(token).answer();
        ledger.released(token, released);
        pairs.incrementAndGet();
      }
      ended.complete(null);
    } catch (RuntimeException | AssertionError e) {
      ended.completeExceptionally(e);
    }
  }

  /** Waits until a good many more keys were taken and given back. */
  void awaitProgress() {
    long target = pairs.get() + 20L * workers.size();
    Await.until(
        "the load goes on",
        () -> {
          workers.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
          return pairs.get() >= target;
        });
  }

  /** Lets every worker finish what it has begun. */
  void stop() {
    ending = true;
    workers.forEach(worker -> Await.result("a worker ends", worker));
  }

  @Override
  public void close() {
    ending = true;
  }
}
