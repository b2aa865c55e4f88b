package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who lost its connection while it waited. Sessions outlive these tests. */
final class DeadWaiterTest {
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
    dead.queue("/dead");
    TestSession next = TestSession.open(client);
    long nexts = next.queue("/dead");

    dying.close();
    Await.until("it stands aside", () -> waiting("/dead") == 1);
    holder.release(token);

    assertThat(next.granted(nexts)).isGreaterThan(token);
  }

  @Test
  void whoComesBackTakesItsPlaceAgain() {
    long token = holder.hold("/back");
    TestClient dying = SERVICE.client();
    TestSession first = TestSession.open(dying);
    AcquireRequest.Builder wish = first.wish("/back").setWaitMs(Ask.FOR_EVER);
    first.queue(wish);
    TestSession second = TestSession.open(client);
    long seconds = second.queue("/back");

    dying.close();
    Await.until("it stands aside", () -> waiting("/back") == 1);
    long firsts = first.on(client).queue(wish);
    holder.release(token);

    long firstToken = first.on(client).granted(firsts);
    assertThat(firstToken).isGreaterThan(token);
    first.on(client).release(firstToken);
    assertThat(second.granted(seconds)).isGreaterThan(firstToken);
  }

  @Test
  void whoComesBackTooLateForTheKeyIsTheNext() {
    long token = holder.hold("/late");
    TestClient dying = SERVICE.client();
    TestSession late = TestSession.open(dying);
    AcquireRequest.Builder wish = late.wish("/late").setWaitMs(Ask.FOR_EVER);
    late.queue(wish);
    TestSession second = TestSession.open(client);
    long seconds = second.queue("/late");
    TestSession third = TestSession.open(client);
    long thirds = third.queue("/late");

    dying.close();
    Await.until("it stands aside", () -> waiting("/late") == 2);
    holder.release(token);
    long secondToken = second.granted(seconds);
    long lates = late.on(client).queue(wish);
    second.release(secondToken);

    long lateToken = late.on(client).granted(lates);
    late.on(client).release(lateToken);
    assertThat(third.granted(thirds)).isGreaterThan(lateToken);
  }

  /** Whether it was still waiting or already absent when the key became free. */
  @Test
  void whatSomebodyComesBackForIsItsOwn() {
    long token = holder.hold("/kept");
    TestClient dying = SERVICE.client();
    TestSession absent = TestSession.open(dying);
    AcquireRequest.Builder wish = absent.wish("/kept").setWaitMs(Ask.FOR_EVER);
    absent.queue(wish);

    dying.close();
    holder.release(token);
    AcquireReply back = absent.on(client).acquire(wish);

    assertThat(back.getGranted().getToken()).isGreaterThan(token);
    assertThat(absent.on(client).acquire(wish)).isEqualTo(back);
  }

  /** Its new connection may be heard before the end of the old one is noticed, or after. */
  @Test
  void whoChangesConnectionsIsNotForgotten() {
    long token = holder.hold("/moving");
    TestSession moving = TestSession.open(client);
    AcquireRequest.Builder wish = moving.wish("/moving").setWaitMs(Ask.FOR_EVER);
    TestClient connection = SERVICE.client();
    moving.on(connection).queue(wish);
    for (int i = 0; i < 50; i++) {
      TestClient next = SERVICE.client();
      connection.close();
      moving.on(next).queue(wish);
      connection = next;
    }
    long last = moving.on(client).queue(wish);

    holder.release(token);

    assertThat(moving.on(client).granted(last)).isGreaterThan(token);
  }
}
