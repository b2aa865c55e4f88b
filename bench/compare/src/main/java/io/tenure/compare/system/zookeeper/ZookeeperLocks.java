package io.tenure.compare.system.zookeeper;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock.ReadLock;
import org.apache.curator.framework.recipes.locks.InterProcessReadWriteLock.WriteLock;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Curator's recipes. */
final class ZookeeperLocks implements LockClient {
  static final int SESSION_MILLIS = 10_000;
  private static final int CONNECTION_MILLIS = 10_000;
  private static final int START_SECONDS = 30;

  private final CuratorFramework curator;

  /** How many sessions have expired, and with them their locks. */
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
            // Shorter than in Curator's examples, so that the client does not add to the gap.
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
    WriteLock lock = new InterProcessReadWriteLock(curator, path(key)).writeLock();
    return new Mutex(lock, lock::getLockPath);
  }

  @Override
  public LockHandle mutex(String key) {
    PlainMutex lock = new PlainMutex(curator, path(key));
    return new Mutex(lock, lock::getLockPath);
  }

  @Override
  public LockHandle shared(String key) {
    ReadLock lock = new InterProcessReadWriteLock(curator, path(key)).readLock();
    return new Mutex(lock, lock::getLockPath);
  }

  private static String path(String key) {
    return key.startsWith("/") ? "/locks" + key : "/locks/" + key;
  }

  /** Each holder and each waiter is a node below the node of the lock. */
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

  /** Makes the path of its node accessible, as that of a read-write lock is. */
  private static final class PlainMutex extends InterProcessMutex {
    PlainMutex(CuratorFramework curator, String path) {
      super(curator, path);
    }

    @Override
    protected @Nullable String getLockPath() {
      return super.getLockPath();
    }
  }

  private final class Mutex implements LockHandle {
    private final InterProcessMutex mutex;
    private final Supplier<@Nullable String> node;
    private int lossesBefore;

    Mutex(InterProcessMutex mutex, Supplier<@Nullable String> node) {
      this.mutex = mutex;
      this.node = node;
    }

    @Override
    public long acquire() throws Exception {
      mutex.acquire();
      lossesBefore = losses.get();
      return 0;
    }

    /** A server may lag behind; but requests of one session are answered in order. */
    @Override
    public boolean isHeldByService() throws Exception {
      String path = node.get();
      if (path == null) {
        return false;
      }
      ZooKeeper session = curator.getZookeeperClient().getZooKeeper();
      session.sync(path, (code, synced, context) -> {}, null);
      Stat stat = session.exists(path, false);
      return stat != null && stat.getEphemeralOwner() == session.getSessionId();
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
