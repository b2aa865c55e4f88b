package io.tenure.compare.system.zookeeper;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;

/** Curator's recipes. */
final class ZookeeperLocks implements LockClient {
  static final int SESSION_MILLIS = 10_000;
  private static final int CONNECTION_MILLIS = 10_000;
  private static final int START_SECONDS = 30;

  private final CuratorFramework curator;

  /** How often a session has ended, and with it what was held. */
  private final AtomicInteger losses = new AtomicInteger();

  private ZookeeperLocks(CuratorFramework curator) {
    this.curator = curator;
  }

  static ZookeeperLocks connect(List<String> endpoints) throws IOException, InterruptedException {
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(String.join(",", endpoints))
            .sessionTimeoutMs(SESSION_MILLIS)
            .connectionTimeoutMs(CONNECTION_MILLIS)
            // Sooner than in Curator's examples, so that it is not the client that waits.
            .retryPolicy(new BoundedExponentialBackoffRetry(50, 1_000, 20))
            .build();
    ZookeeperLocks locks = new ZookeeperLocks(curator);
    curator
        .getConnectionStateListenable()
        .addListener(
            (client, state) -> {
              if (state == ConnectionState.LOST) {
                locks.losses.incrementAndGet();
              }
            });
    curator.start();
    if (!curator.blockUntilConnected(START_SECONDS, TimeUnit.SECONDS)) {
      curator.close();
      throw new IOException("no connection to " + endpoints + " after " + START_SECONDS + " s");
    }
    return locks;
  }

  @Override
  public LockHandle exclusive(String key) {
    return new Mutex(new InterProcessReadWriteLock(curator, path(key)).writeLock());
  }

  @Override
  public LockHandle mutex(String key) {
    return new Mutex(new InterProcessMutex(curator, path(key)));
  }

  @Override
  public LockHandle shared(String key) {
    return new Mutex(new InterProcessReadWriteLock(curator, path(key)).readLock());
  }

  private static String path(String key) {
    return key.startsWith("/") ? "/locks" + key : "/locks/" + key;
  }

  /** Each holder and each waiter is a node below that of the lock. */
  @Override
  public void watch(String key, Runnable onChange) throws Exception {
    String below = path(key) + "/";
    Watcher watcher =
        event -> {
          boolean changed =
              event.getType() == EventType.NodeCreated || event.getType() == EventType.NodeDeleted;
          if (changed && event.getPath().startsWith(below)) {
            onChange.run();
          }
        };
    curator
        .watchers()
        .add()
        .withMode(AddWatchMode.PERSISTENT_RECURSIVE)
        .usingWatcher(watcher)
        .forPath(path(key));
  }

  @Override
  public void close() {
    curator.close();
  }

  private final class Mutex implements LockHandle {
    private final InterProcessMutex mutex;
    private int lossesBefore;

    Mutex(InterProcessMutex mutex) {
      this.mutex = mutex;
    }

    @Override
    public long acquire() throws Exception {
      mutex.acquire();
      lossesBefore = losses.get();
      return 0;
    }

    @Override
    public void release() throws Exception {
      mutex.release();
      if (losses.get() != lossesBefore) {
        throw new IllegalStateException("the session has ended");
      }
    }
  }
}
