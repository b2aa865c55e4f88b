package io.tenure.faults.work.watch;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.work.Keyspace;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.TenureGrpc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Watches everything through one node, by plain calls, from the first event on. When the connection
 * breaks it goes on where it was. It must live in a process that is never paused.
 */
public final class Observer implements CompleteWatch, AutoCloseable {
  private static final long LOOK_MILLIS = 500;
  private static final long READ_MILLIS = 5_000;
  private static final long BETWEEN_READS_MILLIS = 1_000;

  private final String name;
  private final ManagedChannel channel;
  private final HistoryWriter history;
  private final Keyspace keys;
  private final List<ShardWatch> watches;
  private final ScheduledExecutorService timer = timer("observer");

  /** Reads wait for their answers, which watches must not. */
  private final ScheduledExecutorService reading = timer("observer-reads");

  private Observer(
      String name, String endpoint, Keyspace keys, HistoryWriter history, GrantCount grants) {
    this.name = name;
    this.channel = ManagedChannelBuilder.forTarget(endpoint).usePlaintext().build();
    this.history = history;
    this.keys = keys;
    this.watches =
        IntStream.range(0, keys.shards())
            .mapToObj(
                shard -> new ShardWatch(name, shard, keys.watched(shard), channel, history, grants))
            .toList();
  }

  private static ScheduledExecutorService timer(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Starts watching, and reading one key of each shard and how far that is, once a second.
   *
   * @param name of the watch, in the history
   * @param endpoint of a node, HOST:PORT; it need not run yet
   * @param history the file to write; no file of somebody else's
   * @param grants counts those that it is shown
   */
  public static Observer start(
      String name, String endpoint, Keyspace keys, Path history, GrantCount grants)
      throws IOException {
    Observer observer = new Observer(name, endpoint, keys, new HistoryWriter(history), grants);
    for (ShardWatch watch : observer.watches) {
      var unused =
          observer.timer.scheduleWithFixedDelay(watch::look, 0, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
    var unused =
        observer.reading.scheduleWithFixedDelay(
            observer::readAll, BETWEEN_READS_MILLIS, BETWEEN_READS_MILLIS, TimeUnit.MILLISECONDS);
    return observer;
  }

  private void readAll() {
    for (int shard = 0; shard < keys.shards(); shard++) {
      OptionalLong unused = readRevision(shard);
    }
  }

  /** What is read from now on is read by others. */
  public void stopReading() throws InterruptedException {
    reading.shutdownNow();
    boolean unused =
        reading.awaitTermination(2L * keys.shards() * READ_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long seen(int shard) {
    return watches.get(shard).seen();
  }

  /**
   * Asks, once, how far a shard's log reaches, and what is with one of its keys, and writes that
   * down.
   *
   * @return a revision that includes all that was acknowledged before; empty if nobody has answered
   */
  public OptionalLong readRevision(int shard) {
    String key = keys.wanted(shard, ThreadLocalRandom.current());
    GetRequest request = GetRequest.newBuilder().setKey(key).build();
    long askedNanos = System.nanoTime();
    try {
      GetReply reply =
          TenureGrpc.newBlockingStub(channel)
              .withDeadlineAfter(READ_MILLIS, TimeUnit.MILLISECONDS)
              .get(request);
      long revision = reply.getRevision();
      long nanos = System.nanoTime();
      history.write(new Entry.RevisionRead(shard, revision, askedNanos, nanos));
      List<Entry.Shown> held =
          reply.getView().getHoldsList().stream()
              .map(hold -> new Entry.Shown(hold.getToken(), hold.getValue().toStringUtf8()))
              .toList();
      int waiting = reply.getView().getWaiting();
      history.write(new Entry.KeyRead(name, shard, key, revision, held, waiting, nanos));
      return OptionalLong.of(revision);
    } catch (StatusRuntimeException e) {
      return OptionalLong.empty();
    }
  }

  /** Ends it. What it was shown is in its file then. */
  @Override
  public void close() throws IOException {
    timer.shutdownNow();
    reading.shutdownNow();
    watches.forEach(ShardWatch::end);
    channel.shutdownNow();
    history.close();
  }
}
