package io.tenure.client.lock;

import io.tenure.client.SharedServer;
import io.tenure.client.Target;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.plain.Grant;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import io.tenure.testkit.LockContract;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Plain calls, as scripts and other languages make them. */
final class PlainLocksContractTest extends LockContract {
  private static final Duration TTL = Duration.ofSeconds(2);
  private static final TestServer server = SharedServer.get();

  @Override
  protected Locks connect(String name) {
    PlainLocks locks = PlainLocks.of(List.of(server.endpoint()));
    return new Locks() {
      @Override
      public Optional<Lease> acquire(String key, Sharing sharing, Duration wait) {
        Target target =
            switch (sharing) {
              case EXCLUSIVE -> Target.exclusive(key);
              case SHARED -> Target.shared(key);
              case TWO -> Target.permit(key, 2);
            };
        try {
          Grant grant = locks.acquire(new PlainRequest(List.of(target), TTL, wait, "", name));
          return Optional.of(new PlainLease(locks, key, grant.token()));
        } catch (NotAcquiredException e) {
          return Optional.empty();
        }
      }

      /** Without renewals the hold expires. */
      @Override
      public void crash() {
        locks.close();
      }

      @Override
      public void close() {
        locks.close();
      }
    };
  }

  private record PlainLease(PlainLocks locks, String key, long token)
      implements LockContract.Locks.Lease {
    @Override
    public void release() {
      try {
        locks.release(key, token);
      } catch (RefusedException e) {
        // It was not held any more.
      }
    }
  }
}
