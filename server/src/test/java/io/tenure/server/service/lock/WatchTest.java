package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.grpc.Status;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CancelWatchRequest;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.GrantCause;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WatchTest {
  private static final int HISTORY = 200;

  @RegisterExtension
  static final SharedCluster SERVICE =
      SharedCluster.ofOne().with("watch-history-events", String.valueOf(HISTORY));

  private final TestNode node = SERVICE.node();
  private final TestClient client = SERVICE.client();
  private final TestSession one = TestSession.open(client);
  private final TestSession two = TestSession.open(client);

  private void send(Request.Builder request) {
    Reply reply = client.call(request);
    assertThat(reply.hasError()).as("no error: %s", reply).isFalse();
  }

  @Test
  void keyIsWatchedThroughEverythingThatHappensToIt() {
    TestWatch watch = TestWatch.start(node, Ask.key("/life"));

    long token = one.hold(one.wish("/life").setOwner("me").setValue(Ask.text("a")));
    long acquired = one.lastNumber();
    send(Request.newBuilder().setSetValue(Ask.newValue(one.id(), one.nextNumber(), token, "b")));
    long queued = two.queue("/life");
    send(
        Request.newBuilder()
            .setConvert(Ask.conversion(one.id(), one.nextNumber(), token, Mode.SHARED)));
    one.release(token);
    long second = two.granted(queued);
    two.release(second);

    List<Event> events = watch.next(7);
    assertThat(events)
        .extracting(Event::getKind, Event::getToken, Event::getSession)
        .containsExactly(
            tuple(EventKind.GRANTED, token, one.id()),
            tuple(EventKind.VALUE_CHANGED, token, one.id()),
            tuple(EventKind.QUEUED, 0L, two.id()),
            tuple(EventKind.DOWNGRADED, token, one.id()),
            tuple(EventKind.RELEASED, token, one.id()),
            tuple(EventKind.GRANTED, second, two.id()),
            tuple(EventKind.RELEASED, second, two.id()));
    assertThat(events.get(0).getRevision()).isEqualTo(token);
    assertThat(events.get(0).getOwner()).isEqualTo("me");
    assertThat(events.get(0).getValue()).isEqualTo(Ask.text("a"));
    assertThat(events.get(0).getRequest()).isEqualTo(acquired);
    assertThat(events.get(0).getGrantCause()).isEqualTo(GrantCause.ASKED);
    assertThat(events.get(1).getValue()).isEqualTo(Ask.text("b"));
    assertThat(events.get(3).getTargets(0).getMode()).isEqualTo(Mode.SHARED);
    assertThat(events.get(4).getEndCause()).isEqualTo(EndCause.BY_RELEASE);
    assertThat(events.get(5).getGrantCause()).isEqualTo(GrantCause.WAITED);
    assertThat(events).extracting(Event::getRevision).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void withdrawnAndEndedWithTheSessionSayWhy() {
    one.hold("/causes");
    TestWatch watch = TestWatch.start(node, Ask.key("/causes"));

    two.queue("/causes");
    send(Ask.withdraw(two.id(), two.lastNumber()));
    one.close();

    assertThat(watch.next(3))
        .extracting(Event::getKind, Event::getEndCause)
        .containsExactly(
            tuple(EventKind.QUEUED, EndCause.END_CAUSE_UNSPECIFIED),
            tuple(EventKind.WITHDRAWN, EndCause.BY_WITHDRAWAL),
            tuple(EventKind.RELEASED, EndCause.SESSION_CLOSED));
  }

  @Test
  void subtreeIsWatchedWithItsRootAndWithoutItsNeighbours() {
    TestWatch watch = TestWatch.start(node, Ask.below("/subtree"));

    one.hold("/subtrees");
    long inside = one.hold("/subtree/x/y");
    one.hold("/other");
    long root = one.hold("/subtree");

    assertThat(watch.next(2)).extracting(Event::getToken).containsExactly(inside, root);
  }

  @Test
  void keyIsNotToldOfWhatIsBelowIt() {
    TestWatch watch = TestWatch.start(node, Ask.key("/exact"));

    one.hold("/exact/below");
    long token = one.hold("/exact");

    assertThat(watch.next(1)).extracting(Event::getToken).containsExactly(token);
  }

  @Test
  void rootSubtreeSeesTheWholeShard() {
    TestWatch watch = TestWatch.start(node, Ask.below("/"));

    long a = one.hold("/whole/a");
    long b = two.hold("/shard/b");

    assertThat(watch.next(2)).extracting(Event::getToken).containsExactly(a, b);
  }

  @Test
  void resumesFromARevisionWithoutGapOrRepeat() {
    List<Long> tokens = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      tokens.add(one.hold("/resume/" + i));
    }

    TestWatch watch = TestWatch.start(node, Ask.below("/resume").setFromRevision(tokens.get(4)));
    tokens.add(one.hold("/resume/later"));

    assertThat(watch.after()).isEqualTo(tokens.get(4) - 1);
    assertThat(watch.next(7))
        .extracting(Event::getToken)
        .isEqualTo(tokens.subList(4, tokens.size()));
  }

  @Test
  void revisionThatIsNotThereYetIsWaitedFor() {
    long token = one.hold("/future");

    TestWatch watch = TestWatch.start(node, Ask.key("/future").setFromRevision(token + 2));
    one.release(token);
    long next = two.hold("/future");

    assertThat(next).isEqualTo(token + 2);
    assertThat(watch.next(1)).extracting(Event::getToken).containsExactly(next);
  }

  @Test
  void revisionThatIsGoneIsCompacted() {
    long first = one.hold("/compacted/first");
    for (int i = 0; i < HISTORY; i++) {
      one.hold("/compacted/" + i);
    }

    CallFailure failure =
        CallFailure.of(
            () ->
                node.calls()
                    .watch(Ask.below("/compacted").setFromRevision(first).build())
                    .hasNext());
    Reply onStream = client.call(Ask.watch(Ask.below("/compacted").setFromRevision(first)));

    assertThat(failure.code()).isEqualTo(Status.Code.OUT_OF_RANGE);
    assertThat(failure.reason()).isEqualTo("COMPACTED");
    assertThat(onStream.getError().getReason()).isEqualTo(Reason.COMPACTED);
  }

  @Test
  void listingThenWatchingFromItsRevisionMissesNothing() {
    one.hold("/recover/a");
    long revision = client.call(Ask.list("/recover")).getList().getRevision();
    long b = one.hold("/recover/b");

    TestWatch watch = TestWatch.start(node, Ask.below("/recover").setFromRevision(revision + 1));

    assertThat(watch.next(1)).extracting(Event::getToken).containsExactly(b);
  }

  @Test
  void idleWatchIsToldOfProgress() {
    long token = one.hold("/elsewhere");
    TestWatch watch = TestWatch.start(node, Ask.key("/idle"));

    assertThat(watch.progress()).isGreaterThanOrEqualTo(token);
  }

  @Test
  void watchesShareAStreamWithOtherRequestsUntilTheyAreCancelled() {
    long watch = client.send(Ask.watch(Ask.below("/stream")));
    assertThat(client.reply(watch).getWatch().hasStarted()).isTrue();
    long token = one.hold("/stream/a");
    assertThat(client.events(watch).getEvents(0).getToken()).isEqualTo(token);

    send(Request.newBuilder().setCancelWatch(CancelWatchRequest.newBuilder().setWatch(watch)));
    while (client.hasReply(watch)) {
      assertThat(client.reply(watch).getWatch().hasProgress()).isTrue();
    }
    one.hold("/stream/b");

    assertThat(client.hasReply(watch)).isFalse();
    // The correlation is free again.
    AcquireRequest.Builder wish = one.wish("/stream/c");
    client.send(ClientFrame.newBuilder().addRequests(Ask.acquire(wish).setCorrelation(watch)));
    assertThat(client.reply(watch).getAcquire().hasGranted()).isTrue();
  }

  @Test
  void cancellingAWatchThatIsNotThereIsNoError() {
    Reply reply =
        client.call(
            Request.newBuilder().setCancelWatch(CancelWatchRequest.newBuilder().setWatch(4_711)));

    assertThat(reply.hasCancelWatch()).isTrue();
  }

  @Test
  void manyWatchersOfAKeyAllSeeTheSame() {
    List<TestWatch> watches = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      watches.add(TestWatch.start(node, i % 2 == 0 ? Ask.key("/crowd") : Ask.below("/crowd")));
    }

    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long token = one.hold("/crowd");
      expected.add(token);
      one.release(token);
    }

    for (TestWatch watch : watches) {
      assertThat(watch.next(10))
          .filteredOn(event -> event.getKind() == EventKind.GRANTED)
          .extracting(Event::getToken)
          .isEqualTo(expected);
    }
  }

  @Test
  void watchWithoutARevisionStartsNow() {
    long before = one.hold("/now");

    TestWatch watch = TestWatch.start(node, Ask.key("/now"));
    long after = client.call(Ask.get("/now")).getGet().getRevision();

    assertThat(watch.after()).isBetween(before, after);
  }
}
