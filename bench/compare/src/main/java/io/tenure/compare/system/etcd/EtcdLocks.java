package io.tenure.compare.system.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.lock.LockResponse;
import io.etcd.jetcd.options.WatchOption;
import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The lock API of jetcd. A lock belongs to a lease, and is granted again to the same lease, so each
 * thread has a lease of its own.
 */
final class EtcdLocks implements LockClient {
  private static final long START_SECONDS = 30;

  /**
   * Timeout of calls, as long as that of other clients. The API has none, and would wait forever
   * for a watch that was lost with its server. No workload holds a requested key that long.
   */
  static final long ANSWER_SECONDS = 10;

  private final Client client;
  private final Map<Thread, EtcdLease> leases = new ConcurrentHashMap<>();

  EtcdLocks(List<String> endpoints) {
    client = Client.builder().endpoints(endpoints.toArray(new String[0])).build();
  }

  @Override
  public LockHandle exclusive(String key) {
    return new EtcdHandle(bytes(key));
  }

  /** Each holder and each waiter is a key below the key of the lock. */
  @Override
  public void watch(String key, Runnable onChange)
      throws ExecutionException, InterruptedException, TimeoutException {
    CompletableFuture<Boolean> started = new CompletableFuture<>();
    var unused =
        client
            .getWatchClient()
            .watch(
                bytes(key + "/"),
                WatchOption.builder().isPrefix(true).withCreateNotify(true).build(),
                response -> {
                  started.complete(true);
                  response.getEvents().forEach(event -> onChange.run());
                },
                started::completeExceptionally);
    started.get(START_SECONDS, TimeUnit.SECONDS);
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  private EtcdLease lease() throws ExecutionException, InterruptedException, TimeoutException {
    Thread thread = Thread.currentThread();
    EtcdLease lease = leases.get(thread);
    if (lease == null || lease.isLost()) {
      lease = EtcdLease.grant(client.getLeaseClient());
      var unused = lease.keepAlive();
      leases.put(thread, lease);
    }
    return lease;
  }

  @Override
  public void close() throws InterruptedException {
    try {
      for (EtcdLease lease : leases.values()) {
        lease.revoke();
      }
    } finally {
      client.close();
    }
  }

  private final class EtcdHandle implements LockHandle {
    private final ByteSequence name;
    private @Nullable EtcdLease lease;
    private @Nullable ByteSequence held;

    EtcdHandle(ByteSequence name) {
      this.name = name;
    }

    /** Retries with the same lease after a failure: the lock may have been granted to it. */
    @Override
    public long acquire() throws ExecutionException, InterruptedException, TimeoutException {
      EtcdLease mine = lease();
      try {
        LockResponse granted =
            client.getLockClient().lock(name, mine.id()).get(ANSWER_SECONDS, TimeUnit.SECONDS);
        lease = mine;
        held = granted.getKey();
        return granted.getHeader().getRevision();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof EtcdException refusal
            && refusal.getErrorCode() == ErrorCode.NOT_FOUND) {
          leases.remove(Thread.currentThread(), mine);
        }
        throw e;
      }
    }

    @Override
    public boolean isHeldByService()
        throws ExecutionException, InterruptedException, TimeoutException {
      EtcdLease mine = lease;
      if (held == null || mine == null) {
        return false;
      }
      return client.getKVClient().get(held).get(ANSWER_SECONDS, TimeUnit.SECONDS).getKvs().stream()
          .anyMatch(found -> found.getLease() == mine.id());
    }

    @Override
    public void release() throws ExecutionException, InterruptedException, TimeoutException {
      if (held == null || lease == null) {
        throw new IllegalStateException("not held");
      }
      if (lease.isLost()) {
        throw new IllegalStateException("the lease has ended");
      }
      client.getLockClient().unlock(held).get(ANSWER_SECONDS, TimeUnit.SECONDS);
    }
  }
}
