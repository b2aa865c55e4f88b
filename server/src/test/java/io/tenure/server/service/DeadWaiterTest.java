package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Reply;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who lost its connection while it waited. Sessions outlive these tests. */
final class DeadWaiterTest {
  /** How long one may be away and keep its place. */
  private static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(3);

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();
  private final TestSession holder = TestSession.open(client);

  private int waiting(String key) {
    return client.call(Ask.get(key)).getGet().getView().getWaitersCount();
  }

  @Test
  void whoDoesNotComeBackDelaysNobody() {
    long token = holder.hold("/dead");
    TestClient dying = SERVICE.client();
    TestSession dead = TestSession.open(dying);
    AcquireRequest.Builder wish = dead.wish("/dead").setWaitMs(Ask.FOR_EVER);
    dead.queue(wish);
    TestSession next = TestSession.open(client);
    long nexts = next.queue("/dead");

    dying.close();
    Await.until("it has left the queue", () -> waiting("/dead") == 1);
    holder.release(token);

    assertThat(next.granted(nexts)).isGreaterThan(token);
    AcquireReply again = dead.on(client).acquire(wish);
    assertThat(again.getRefusal().getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
  }

  @Test
  void whoComesBackKeepsItsPlace() {
    AtomicInteger tries = new AtomicInteger();

    Await.until("it is back in time", () -> keepsItsPlace("/back/" + tries.incrementAndGet()));
  }

  /** False if it was not back in time, as the machine stood still. */
  private boolean keepsItsPlace(String key) {
    long token = holder.hold(key);
    TestClient dying = SERVICE.client();
    TestSession first = TestSession.open(dying);
    AcquireRequest.Builder wish = first.wish(key).setWaitMs(Ask.FOR_EVER);
    first.queue(wish);
    TestSession second = TestSession.open(client);
    second.queue(key);
    TestSession dead = TestSession.open(dying);
    dead.queue(dead.wish(key).setWaitMs(Ask.FOR_EVER));

    long since = System.nanoTime();
    dying.close();
    long firsts = client.send(Ask.acquire(wish));
    Reply back = client.reply(firsts);
    if (System.nanoTime() - since >= AWAY_NANOS) {
      return false;
    }
    assertThat(back.getAcquire().hasQueued()).as("queued: %s", back).isTrue();
    Await.until("the other one has left the queue", () -> waiting(key) == 2);
    holder.release(token);

    assertThat(first.on(client).granted(firsts)).isGreaterThan(token);
    return true;
  }

  @Test
  void whatSomebodyCameBackForIsItsOwn() {
    long token = holder.hold("/kept");
    long otherToken = holder.hold("/clock");
    TestClient dying = SERVICE.client();
    TestSession absent = TestSession.open(dying);
    AcquireRequest.Builder wish = absent.wish("/kept").setWaitMs(Ask.FOR_EVER);
    absent.queue(wish);
    TestClient dyingLater = SERVICE.client();
    TestSession dead = TestSession.open(dyingLater);
    dead.queue(dead.wish("/clock").setWaitMs(Ask.FOR_EVER));

    dying.close();
    holder.release(token);
    AcquireReply back = absent.on(client).acquire(wish);
    dyingLater.close();
    Await.until("one that left later is given up", () -> waiting("/clock") == 0);

    assertThat(back.getGranted().getToken()).isGreaterThan(token);
    assertThat(absent.on(client).acquire(wish)).isEqualTo(back);
    holder.release(otherToken);
  }
}
