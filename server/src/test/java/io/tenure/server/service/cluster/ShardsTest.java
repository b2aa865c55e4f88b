package io.tenure.server.service.cluster;

import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Shard;
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import io.tenure.server.service.fixture.TestWatch;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Two shards on three nodes: first segments below n, and the others. */
final class ShardsTest {
  private static final int LOW = 0;
  private static final int HIGH = 1;

  @RegisterExtension
  static final SharedCluster SERVICE = SharedCluster.steady().with("shards", "low:,high:n");

  private final TestNode node = SERVICE.node();
  private final TestClient client = SERVICE.client();
  private final TestSession low = TestSession.open(client, Ask.session(60_000).setShard(LOW));
  private final TestSession high = TestSession.open(client, Ask.session(60_000).setShard(HIGH));

  /** The leader of one of them moves once, to another node. */
  @BeforeAll
  static void awaitSpread() {
    Await.until(
        "two nodes lead", () -> SERVICE.cluster().leader(LOW) != SERVICE.cluster().leader(HIGH));
  }

  @Test
  void welcomeNamesTheShardsAndWhereTheyBegin() {
    Welcome welcome = client.welcome(any -> true);

    assertThat(welcome.getShardsList()).extracting(Shard::getName).containsExactly("low", "high");
    assertThat(welcome.getShardsList()).extracting(Shard::getFrom).containsExactly("", "n");
    assertThat(welcome.getShardsList()).extracting(Shard::getIndex).containsExactly(0, 1);
  }

  @Test
  void sessionsAreOfOneShard() {
    assertThat(low.id()).isNotEqualTo(high.id());
    low.hold("/m/border");
    high.hold("/n/border");

    for (Error error :
        new Error[] {
          client.refused(Ask.acquire(low.wish("/n/other"))),
          client.refused(Ask.acquire(high.wish("/m/other")))
        }) {
      assertThat(error.getReason()).isEqualTo(Reason.CROSS_SHARD);
      assertThat(error.getMessage()).contains("low").contains("high");
    }
  }

  @Test
  void requestThatSpansShardsIsRefused() {
    Error error =
        client.refused(Ask.acquire(low.wish(Ask.exclusive("/a/span"), Ask.exclusive("/z/span"))));
    CallFailure failure =
        CallFailure.of(
            () ->
                node.calls()
                    .acquire(
                        Ask.targets(Ask.exclusive("/a/span"), Ask.exclusive("/z/span")).build()));

    assertThat(error.getReason()).isEqualTo(Reason.CROSS_SHARD);
    assertThat(error.getMessage())
        .isEqualTo("targets: /a/span in shard low, /z/span in shard high (expected: one shard)");
    assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(failure.reason()).isEqualTo("CROSS_SHARD");
  }

  @Test
  void plainSessionReachesTheOtherShardByItself() {
    OpenSessionReply opened = node.calls().openSession(Ask.session(60_000).build());
    AcquireRequest.Builder here = Ask.lock("/a/reach").setSession(opened.getSession());
    AcquireRequest.Builder there = Ask.lock("/z/reach").setSession(opened.getSession());

    Granted near = node.calls().acquire(here.build()).getGranted();
    Granted far = node.calls().acquire(there.build()).getGranted();

    assertThat(near.getSession()).isEqualTo(opened.getSession());
    assertThat(far.getToken()).isPositive();
    node.calls()
        .closeSession(CloseSessionRequest.newBuilder().setSession(opened.getSession()).build());
    low.hold("/a/reach");
    high.hold("/z/reach");
  }

  @Test
  void closingASessionLeavesTheOtherShardAlone() {
    TestSession leaving = TestSession.open(client, Ask.session(60_000).setShard(LOW));
    leaving.hold("/close/low");
    long staying = high.hold("/z/close/high");

    leaving.close();

    low.hold("/close/low");
    assertThat(high.release(staying).hasReleased()).isTrue();
  }

  @Test
  void listingEverythingGoesThroughTheShardsInOrder() {
    List<String> held = List.of("/a/all", "/b/all", "/x/all", "/y/all", "/z/all");
    for (String key : held) {
      (key.compareTo("/n") < 0 ? low : high).hold(key);
    }
    ListRequest.Builder request = ListRequest.newBuilder().setPageSize(2);
    List<String> listed = new ArrayList<>();

    do {
      ListReply page = node.calls().list(request.build());
      listed.addAll(page.getKeysList().stream().map(KeyView::getKey).toList());
      request.setPageToken(page.getNextPageToken());
    } while (!request.getPageToken().isEmpty());

    assertThat(listed)
        .containsAll(held)
        .doesNotHaveDuplicates()
        .isSortedAccordingTo(comparing(key -> key.replace('/', '\0')));
  }

  @Test
  void prefixIsListedFromItsOwnShard() {
    high.hold("/zebra/stripe");

    ListReply reply = client.call(Ask.list("/zebra")).getList();

    assertThat(reply.getKeysList()).extracting(KeyView::getKey).containsExactly("/zebra/stripe");
    assertThat(reply.getNextPageToken()).isEmpty();
  }

  @Test
  void watchIsOfOneShard() {
    TestWatch watch = TestWatch.start(node, Ask.below("/zoo"));
    low.hold("/ape");
    long token = high.hold("/zoo/zebra");

    assertThat(watch.next(1)).extracting(Event::getToken).containsExactly(token);
    assertThat(client.refused(Ask.watch(Ask.below("/"))).getReason()).isEqualTo(Reason.CROSS_SHARD);
  }

  @Test
  void leadersAreSpreadOverTheNodes() {
    TestNode leadsHigh = SERVICE.cluster().leader(HIGH);
    assertThat(leadsHigh).isNotSameAs(SERVICE.cluster().leader(LOW));
    // A stream serves both, whoever leads.
    TestClient other = SERVICE.keep(TestClient.of(leadsHigh));
    low.on(other).hold("/a-spread");
    high.on(other).hold("/z-spread");
  }
}
