package io.tenure.compare.system.tenure;

import io.tenure.client.Hold;
import io.tenure.client.LockEvent;
import io.tenure.client.LockRequest;
import io.tenure.client.Scope;
import io.tenure.client.Tenure;
import io.tenure.client.WatchListener;
import io.tenure.client.view.WatchedKeys;
import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The public Java client with its defaults. */
final class TenureLocks implements LockClient {
  static final String DESCRIPTION = "Tenure's Java client, sessions of 10 s (default)";

  private static final long START_SECONDS = 30;

  private final Tenure tenure;

  TenureLocks(List<String> endpoints) {
    tenure = Tenure.builder().endpoints(endpoints).connect();
  }

  @Override
  public LockHandle exclusive(String key) {
    return new TenureHandle(path(key), tenure.lock(path(key)));
  }

  @Override
  public LockHandle shared(String key) {
    return new TenureHandle(path(key), tenure.lock(path(key)).shared());
  }

  private static String path(String key) {
    return key.startsWith("/") ? key : "/" + key;
  }

  @Override
  public void watch(String key, Runnable onChange) throws InterruptedException, TimeoutException {
    CountDownLatch started = new CountDownLatch(1);
    WatchListener listener =
        new WatchListener() {
          @Override
          public void started() {
            started.countDown();
          }

          @Override
          public void happened(LockEvent event) {
            if (event.kind() == LockEvent.Kind.GRANTED || event.kind() == LockEvent.Kind.RELEASED) {
              onChange.run();
            }
          }
        };
    var unused = tenure.watch(new WatchedKeys(path(key), Scope.KEY), listener);
    if (!started.await(START_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException(
          "watch of " + key + ": not established within " + START_SECONDS + " s");
    }
  }

  @Override
  public void close() {
    tenure.close();
  }

  private final class TenureHandle implements LockHandle {
    private final String path;
    private final LockRequest request;
    private @Nullable Hold hold;

    TenureHandle(String path, LockRequest request) {
      this.path = path;
      this.request = request;
    }

    @Override
    public long acquire() throws InterruptedException {
      Hold granted = request.acquire();
      hold = granted;
      return granted.token();
    }

    @Override
    public boolean isHeldByService() throws InterruptedException {
      Hold granted = hold;
      return granted != null
          && tenure.get(path).holds().stream().anyMatch(each -> each.token() == granted.token());
    }

    @Override
    public void release() {
      Hold ending = hold;
      if (ending == null) {
        throw new IllegalStateException("not held");
      }
      hold = null;
      boolean valid = ending.isValid();
      ending.release();
      if (!valid) {
        throw new IllegalStateException("hold lost before its release: " + ending);
      }
    }
  }
}
