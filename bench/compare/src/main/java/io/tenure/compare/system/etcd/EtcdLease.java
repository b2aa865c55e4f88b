package io.tenure.compare.system.etcd;

import io.etcd.jetcd.Lease;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A lease that is kept alive. */
final class EtcdLease implements StreamObserver<LeaseKeepAliveResponse> {
  static final long TTL_SECONDS = 10;
  private static final long END_SECONDS = 2;

  private final Lease leases;
  private final long id;
  private volatile boolean lost;

  private EtcdLease(Lease leases, long id) {
    this.leases = leases;
    this.id = id;
  }

  static EtcdLease grant(Lease leases)
      throws ExecutionException, InterruptedException, TimeoutException {
    return new EtcdLease(
        leases, leases.grant(TTL_SECONDS).get(EtcdLocks.ANSWER_SECONDS, TimeUnit.SECONDS).getID());
  }

  CloseableClient keepAlive() {
    return leases.keepAlive(id, this);
  }

  long id() {
    return id;
  }

  /** Whether it has expired, and so the locks that it held. */
  boolean isLost() {
    return lost;
  }

  /** Revokes it, so that its locks are free at once. */
  void revoke() throws InterruptedException {
    try {
      leases.revoke(id).get(END_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // It expires by itself then.
    }
  }

  @Override
  public void onNext(LeaseKeepAliveResponse answer) {}

  @Override
  public void onError(Throwable why) {
    lost = true;
  }

  @Override
  public void onCompleted() {
    lost = true;
  }
}
