package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Target;

/** A session on a stream, which numbers its requests. */
final class TestSession {
  private static final long LONG_MILLIS = 120_000;

  private final TestClient client;
  private final long id;
  private long lastNumber;

  private TestSession(TestClient client, long id, long lastNumber) {
    this.client = client;
    this.id = id;
    this.lastNumber = lastNumber;
  }

  /** A session that outlives the test. */
  static TestSession open(TestClient client) {
    return open(client, Ask.session(LONG_MILLIS));
  }

  static TestSession open(TestClient client, OpenSessionRequest.Builder wish) {
    Reply reply = client.call(Request.newBuilder().setOpenSession(wish));
    assertThat(reply.hasOpenSession()).as("a session in %s", reply).isTrue();
    return new TestSession(client, reply.getOpenSession().getSession(), 0);
  }

  /** The same session, from now on on another stream. */
  TestSession on(TestClient other) {
    return new TestSession(other, id, lastNumber);
  }

  long id() {
    return id;
  }

  long nextNumber() {
    return ++lastNumber;
  }

  /** The number that was given last. */
  long lastNumber() {
    return lastNumber;
  }

  /** A request for targets that does not wait, with the next number. */
  AcquireRequest.Builder wish(Target.Builder... targets) {
    return Ask.targets(targets).setSession(id).setRequest(nextNumber());
  }

  AcquireRequest.Builder wish(String key) {
    return wish(Ask.exclusive(key));
  }

  AcquireReply acquire(AcquireRequest.Builder wish) {
    Reply reply = client.call(Ask.acquire(wish));
    assertThat(reply.hasAcquire()).as("no error: %s", reply).isTrue();
    return reply.getAcquire();
  }

  /** Acquires what must be free and returns the token. */
  @CanIgnoreReturnValue
  long hold(AcquireRequest.Builder wish) {
    AcquireReply reply = acquire(wish);
    assertThat(reply.hasGranted()).as("granted: %s", reply).isTrue();
    return reply.getGranted().getToken();
  }

  @CanIgnoreReturnValue
  long hold(String key) {
    return hold(wish(key));
  }

  /**
   * Acquires what must not be free, waits as long as the session lives; returns the correlation.
   */
  long queue(AcquireRequest.Builder wish) {
    if (wish.getWaitMs() == 0) {
      wish.setWaitMs(Ask.FOR_EVER);
    }
    long correlation = client.send(Ask.acquire(wish));
    Reply reply = client.reply(correlation);
    assertThat(reply.getAcquire().hasQueued()).as("queued: %s", reply).isTrue();
    return correlation;
  }

  long queue(String key) {
    return queue(wish(key));
  }

  /** The token with which a request that queued is granted, in the end. */
  @CanIgnoreReturnValue
  long granted(long correlation) {
    Reply reply = client.reply(correlation);
    assertThat(reply.getAcquire().hasGranted()).as("granted: %s", reply).isTrue();
    return reply.getAcquire().getGranted().getToken();
  }

  @CanIgnoreReturnValue
  ReleaseReply release(long token) {
    Reply reply = client.call(Ask.release(id, nextNumber(), token));
    assertThat(reply.hasRelease()).as("no error: %s", reply).isTrue();
    return reply.getRelease();
  }

  /** The reply to a request of this session. */
  @CanIgnoreReturnValue
  Reply call(Request.Builder request) {
    return client.call(request);
  }

  @CanIgnoreReturnValue
  Reply close() {
    return client.call(Ask.closeSession(id));
  }
}
