package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Beyond a bound the answer is a refusal, at once, and nothing else suffers. */
final class BoundsTest {
  private static final int IN_FLIGHT = 1_100;
  private static final int WATCHES = 30;

  @RegisterExtension
  static final SharedCluster SERVICE =
      SharedCluster.ofOne()
          .with("requests-per-connection", String.valueOf(IN_FLIGHT))
          .with("watch-subscribers", String.valueOf(WATCHES));

  private final TestClient client = SERVICE.client();
  private final TestSession holder = TestSession.open(client);

  private static Request.Builder[] waiting(TestSession session, String key, int count) {
    Request.Builder[] requests = new Request.Builder[count];
    for (int i = 0; i < count; i++) {
      AcquireRequest.Builder wish = session.wish(key).setOwner("o" + i).setWaitMs(Ask.FOR_EVER);
      requests[i] = Ask.acquire(wish);
    }
    return requests;
  }

  @Test
  void requestsBeyondThoseInFlightAreRefusedAndTheOthersServed() {
    holder.hold("/flight");
    ManagedChannel channel = SERVICE.node().newChannel();
    TestClient greedy = SERVICE.keep(TestClient.of(channel));
    TestSession session = TestSession.open(greedy);

    long first = greedy.send(waiting(session, "/flight", IN_FLIGHT + 10));

    for (int i = 0; i < IN_FLIGHT; i++) {
      assertThat(greedy.reply(first + i).getAcquire().hasQueued()).isTrue();
    }
    for (int i = IN_FLIGHT; i < IN_FLIGHT + 10; i++) {
      Error error = greedy.reply(first + i).getError();
      assertThat(error.getReason()).isEqualTo(Reason.OVERLOADED);
      assertThat(error.getRetry()).isEqualTo(Retry.RETRY_SAFE);
      assertThat(error.getMessage())
          .isEqualTo(
              "requests in flight on this connection: 1101 (expected: at most 1100, setting"
                  + " requests-per-connection; retry when replies have arrived)");
    }
    // Another connection has places of its own.
    assertThat(holder.release(holder.hold("/flight/other")).hasReleased()).isTrue();
    channel.shutdownNow();
  }

  @Test
  void placeIsFreeAgainWhenARequestIsAnswered() {
    long token = holder.hold("/place");
    TestClient greedy = SERVICE.client();
    TestSession session = TestSession.open(greedy);
    long first = greedy.send(waiting(session, "/place", IN_FLIGHT));
    assertThat(greedy.refused(Ask.get("/place")).getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(greedy.reply(first).getAcquire().hasQueued()).isTrue();

    holder.release(token);
    session.granted(first);

    assertThat(greedy.call(Ask.get("/place")).hasGet()).isTrue();
  }

  @Test
  void ownerMayOnlyHaveSoManyWaiting() {
    holder.hold("/owner");
    TestSession session = TestSession.open(client);
    Request.Builder[] requests = new Request.Builder[257];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = Ask.acquire(session.wish("/owner").setOwner("one").setWaitMs(Ask.FOR_EVER));
    }

    long first = client.send(requests);

    assertThat(client.reply(first + 255).getAcquire().hasQueued()).isTrue();
    Error error = client.reply(first + 256).getError();
    assertThat(error.getReason()).isEqualTo(Reason.LIMIT_REACHED);
    assertThat(error.getMessage()).isEqualTo("waiters per owner: full (expected: at most 256)");
  }

  @Test
  void watchesBeyondTheNodesBoundAreRefused() {
    List<Long> watches = new ArrayList<>();
    for (int i = 0; i < WATCHES; i++) {
      watches.add(client.send(Ask.watch(Ask.key("/watched/" + i))));
    }
    for (long watch : watches) {
      assertThat(client.reply(watch).getWatch().hasStarted()).isTrue();
    }

    Reply tooMany = client.call(Ask.watch(Ask.key("/watched")));

    assertThat(tooMany.getError().getReason()).isEqualTo(Reason.LIMIT_REACHED);
    long token = holder.hold("/watched/7");
    assertThat(client.events(watches.get(7)).getEvents(0).getToken()).isEqualTo(token);
    client.close();
    Await.until(
        "the places are free again",
        () -> SERVICE.client().call(Ask.watch(Ask.key("/watched"))).hasWatch());
  }

  @Test
  void streamThatNeverReadsDoesNotSlowOthersDown() {
    TestClient deaf = SERVICE.keep(TestClient.thatDoesNotRead(SERVICE.node()));
    Request.Builder[] reads = new Request.Builder[IN_FLIGHT];
    holder.hold(holder.wish("/deaf").setValue(Ask.text("v".repeat(4_096))));
    for (int i = 0; i < reads.length; i++) {
      reads[i] = Ask.get("/deaf");
    }
    // Many times what fits between the two.
    for (int i = 0; i < 20; i++) {
      deaf.send(reads);
    }

    for (int i = 0; i < 50; i++) {
      holder.release(holder.hold("/hearing"));
    }

    // Whatever it was answered in the meantime is there when it reads.
    deaf.read(1_000);
    assertThat(deaf.reply(1).getGet().getView().getHoldsCount()).isEqualTo(1);
  }
}
