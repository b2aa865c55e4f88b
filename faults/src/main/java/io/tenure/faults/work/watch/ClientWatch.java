package io.tenure.faults.work.watch;

import io.tenure.client.ElectionListener;
import io.tenure.client.Leader;
import io.tenure.client.LockEvent;
import io.tenure.client.Scope;
import io.tenure.client.Tenure;
import io.tenure.client.WatchListener;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.view.WatchedKeys;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.work.Keyspace;
import io.tenure.faults.work.Operations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches everything, and observes the elections, through the public client, which goes on at
 * another node by itself when one is lost: what the client leaves out or repeats then is in the
 * history. Begun anew only if the service says that it has forgotten what was missed, as a node may
 * that has just started from a snapshot. It must live in a process that is never paused.
 */
public final class ClientWatch implements CompleteWatch, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ClientWatch.class);

  private static final Executor LATER =
      CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS);

  private final String name;
  private final Tenure tenure;
  private final Keyspace keys;
  private final HistoryWriter history;
  private final AtomicLongArray seen;
  private volatile boolean closed;

  private ClientWatch(String name, Tenure tenure, Keyspace keys, HistoryWriter history) {
    this.name = name;
    this.tenure = tenure;
    this.keys = keys;
    this.history = history;
    this.seen = new AtomicLongArray(keys.shards());
  }

  /**
   * Starts watching.
   *
   * @param name of the watch, in the history
   * @param endpoints of all nodes
   * @param history the file to write; no file of somebody else's
   */
  public static ClientWatch start(String name, List<String> endpoints, Keyspace keys, Path history)
      throws IOException {
    HistoryWriter writer = new HistoryWriter(history);
    Tenure tenure = Tenure.builder().endpoints(endpoints).name(name).connect();
    ClientWatch watch = new ClientWatch(name, tenure, keys, writer);
    for (int shard = 0; shard < keys.shards(); shard++) {
      watch.watch(shard, 1);
      watch.observe(shard, keys.election(shard));
      watch.observe(shard, keys.candidacy(shard));
    }
    return watch;
  }

  private void watch(int shard, long fromRevision) {
    history.write(new Entry.WatchBegan(name, shard, fromRevision, System.nanoTime()));
    WatchedKeys everything = new WatchedKeys(keys.watched(shard), Scope.SUBTREE);
    var unused = tenure.watch(everything, fromRevision, new Events(shard));
  }

  private void observe(int shard, String key) {
    var unused = tenure.election(key).observe(new Leaders(shard, key));
  }

  /** As the service advises: to read, and to watch from there. */
  private void goOnLater(int shard) {
    var unused =
        tenure
            .getAsync(keys.election(shard))
            .whenComplete(
                (view, thrown) -> {
                  if (closed) {
                    return;
                  } else if (view == null) {
                    LATER.execute(() -> goOnLater(shard));
                    return;
                  }
                  long next = view.revision() + 1;
                  history.write(new Entry.WatchCutOff(name, shard, next, System.nanoTime()));
                  seen.set(shard, view.revision());
                  watch(shard, next);
                });
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public long seen(int shard) {
    return seen.get(shard);
  }

  static LogEvent logEvent(LockEvent event) {
    return new LogEvent(
        event.revision(),
        LogEvent.Kind.valueOf(event.kind().name()),
        Long.parseUnsignedLong(event.session()),
        event.owner(),
        event.targets().stream().map(Operations::wanted).toList(),
        event.token(),
        event.value(),
        0,
        event.cause(),
        0);
  }

  private final class Events implements WatchListener {
    private final int shard;

    Events(int shard) {
      this.shard = shard;
    }

    @Override
    public void happened(LockEvent event) {
      history.write(new Entry.ClientWatched(name, shard, logEvent(event), System.nanoTime()));
      seen.set(shard, event.revision());
    }

    /** For any other reason it must not; that it has not seen the end is what the run is told. */
    @Override
    public void ended(TenureException why) {
      if (why.reason() == Reason.COMPACTED) {
        goOnLater(shard);
      } else if (!closed) {
        log.warn("watch {} of shard {} ended", name, shard, why);
      }
    }
  }

  private final class Leaders implements ElectionListener {
    private final int shard;
    private final String key;

    Leaders(int shard, String key) {
      this.shard = shard;
      this.key = key;
    }

    @Override
    public void elected(Leader leader) {
      told(leader.token(), leader.value());
    }

    @Override
    public void proclaimed(Leader leader) {
      told(leader.token(), leader.value());
    }

    @Override
    public void vacant() {
      told(0, "");
    }

    private void told(long token, String value) {
      history.write(new Entry.Observed(name, shard, key, token, value, System.nanoTime()));
    }
  }

  /** Ends it. What it was shown is in its file then. */
  @Override
  public void close() throws IOException {
    closed = true;
    tenure.close();
    history.close();
  }
}
