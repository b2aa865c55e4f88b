package io.tenure.client.lock;

import io.tenure.client.Hold;
import io.tenure.client.LockRequest;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.testkit.LockContract;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.Optional;

/** The client with its own session and stream. */
final class TenureLocksTest extends LockContract {
  private static final TestServer server = SharedServer.get();

  @Override
  protected Locks connect(String name) {
    Tenure tenure =
        Tenure.builder()
            .endpoints(server.endpoint())
            .name(name)
            .ttl(Duration.ofSeconds(3))
            .connect();
    return new Locks() {
      @Override
      public Optional<Lease> acquire(String key, Sharing sharing, Duration wait)
          throws InterruptedException {
        LockRequest request = tenure.lock(key).owner("somebody-" + System.nanoTime());
        LockRequest shared =
            switch (sharing) {
              case EXCLUSIVE -> request;
              case SHARED -> request.shared();
              case TWO -> request.semaphore(2);
            };
        try {
          return Optional.of(lease(shared.waitUpTo(wait).acquire()));
        } catch (NotAcquiredException e) {
          return Optional.empty();
        }
      }

      /** Closing: a single thread of a process cannot crash. */
      @Override
      public void crash() {
        tenure.close();
      }

      @Override
      public void close() {
        tenure.close();
      }
    };
  }

  private static LockContract.Locks.Lease lease(Hold hold) {
    return new LockContract.Locks.Lease() {
      @Override
      public long token() {
        return hold.token();
      }

      @Override
      public void release() {
        hold.release();
      }
    };
  }
}
