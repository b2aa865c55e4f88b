package io.tenure.client.plain;

import io.grpc.Channel;
import io.tenure.client.WatchListener;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.internal.call.PlainConnection;
import io.tenure.client.internal.call.WatchPosition;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.client.internal.connection.Endpoint;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewReply;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.TenureGrpc.TenureBlockingStub;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Locks by single calls, without a session of the caller, for scripts. A hold is identified by its
 * key and token. Whoever knows these can renew and release it.
 *
 * <p>Nothing reports that a hold is lost: the caller must renew it within its TTL. If {@link
 * #acquire} throws {@link IndeterminateException}, it may have left a hold behind that ends when
 * its TTL has passed.
 *
 * <p>Every call blocks, and can throw {@link TenureException}.
 */
public final class PlainLocks implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final int PAGE_SIZE = 500;

  /** As many as the protocol lets ask for. */
  private static final int MAX_WAITERS = 1_000;

  private static final int MAX_WAITERS_IN_PAGE = 100;

  /** Each of the waiters may name 16 keys of 512 bytes. */
  private static final int MAX_VIEW_BYTES = 16 << 20;

  private final PlainConnection connection;

  private PlainLocks(PlainConnection connection) {
    this.connection = connection;
  }

  /**
   * Creates a client. It connects with the first call.
   *
   * @param servers one or more nodes of the cluster, each {@code HOST:PORT}
   * @throws IllegalArgumentException if an address is invalid
   */
  public static PlainLocks of(List<String> servers) {
    return new PlainLocks(new PlainConnection(Endpoint.parseAll(servers)));
  }

  /**
   * Acquires a lock. Blocks until the request is granted or refused.
   *
   * @throws NotAcquiredException if the lock is not free, or did not become free in time
   */
  public Grant acquire(PlainRequest request) {
    AcquireRequest wire = WireCodec.request(request);
    AcquireReply reply =
        connection.call(
            CallEffect.CHANGES,
            channel ->
                request.maxWait().equals(PlainRequest.FOREVER)
                    ? TenureGrpc.newBlockingStub(channel).acquire(wire)
                    : tenure(channel, DEADLINE.plus(request.maxWait())).acquire(wire));
    if (reply.hasRefusal()) {
      throw WireCodec.refusal(reply.getRefusal());
    }
    return new Grant(
        reply.getGranted().getToken(), Duration.ofMillis(reply.getGranted().getTtlMs()));
  }

  /**
   * Keeps a hold alive for another TTL.
   *
   * @return how long the hold is now valid, counted from before the call
   * @throws RefusedException if the key is not held with this token
   */
  public Duration renew(String key, long token) {
    RenewRequest request = RenewRequest.newBuilder().setKey(key).setToken(token).build();
    RenewReply reply =
        connection.call(CallEffect.CHANGES, channel -> tenure(channel, DEADLINE).renew(request));
    if (reply.hasRefusal()) {
      throw WireCodec.refusal(reply.getRefusal());
    }
    return Duration.ofMillis(reply.getTtlMs());
  }

  /**
   * Releases a hold.
   *
   * @throws RefusedException if the key is not held with this token
   */
  public void release(String key, long token) {
    ReleaseRequest request = ReleaseRequest.newBuilder().setKey(key).setToken(token).build();
    ReleaseReply reply =
        connection.call(CallEffect.CHANGES, channel -> tenure(channel, DEADLINE).release(request));
    if (reply.hasRefusal()) {
      throw WireCodec.refusal(reply.getRefusal());
    }
  }

  /**
   * Returns who holds a key, directly or by a subtree lock above it, and who waits for it: the
   * first 1,000 waiters.
   */
  public KeyView get(String key) {
    GetRequest request = GetRequest.newBuilder().setKey(key).setMaxWaiters(MAX_WAITERS).build();
    return connection.call(
        CallEffect.READS,
        channel ->
            WireCodec.view(
                tenure(channel, DEADLINE).withMaxInboundMessageSize(MAX_VIEW_BYTES).get(request)));
  }

  /**
   * Returns a page of the keys at which something is held or waits, with the first 100 waiters of
   * each.
   *
   * @param prefix a key: the page covers it and everything below it; {@code "/"} for all keys
   * @param pageToken the token from the previous page; empty for the first page
   */
  public KeyPage list(String prefix, String pageToken) {
    ListRequest request =
        ListRequest.newBuilder()
            .setPrefix(prefix)
            .setPageSize(PAGE_SIZE)
            .setPageToken(pageToken)
            .setMaxWaiters(MAX_WAITERS_IN_PAGE)
            .build();
    return connection.call(
        CallEffect.READS, channel -> WireCodec.page(tenure(channel, DEADLINE).list(request)));
  }

  /**
   * Reports events until the calling thread is interrupted. If the connection is lost, the watch
   * continues at another node or at the same one, even if none is reachable for some seconds. No
   * event is missed or repeated.
   *
   * <p>The listener is called on the calling thread. If it throws, the watch ends and this method
   * throws the same exception; this is a way to end the watch. {@link WatchListener#ended} is never
   * called: this method throws instead.
   *
   * @param fromRevision the first revision to report; 0 to start now
   * @throws TenureException if the watch cannot start or continue
   */
  public void watch(WatchedKeys keys, long fromRevision, WatchListener listener) {
    WatchPosition position = new WatchPosition(keys, fromRevision, listener, System::nanoTime);
    do {
      try {
        connection.call(CallEffect.READS, position::follow);
        return;
      } catch (WatchPosition.ListenerException e) {
        throw e.thrown();
      } catch (TenureException e) {
        if (Thread.currentThread().isInterrupted()) {
          return;
        } else if (!position.mayResume(e.reason())) {
          throw e;
        }
      }
    } while (PlainConnection.pause());
  }

  private static TenureBlockingStub tenure(Channel channel, Duration deadline) {
    return TenureGrpc.newBlockingStub(channel)
        .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    connection.close();
  }
}
