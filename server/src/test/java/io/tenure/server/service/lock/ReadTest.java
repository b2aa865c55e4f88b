package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.harness.Await;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.HoldView;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.WaiterView;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestNode;
import io.tenure.server.service.fixture.TestSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReadTest {
  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestNode node = SERVICE.node();
  private final TestClient client = SERVICE.client();
  private final TestSession one =
      TestSession.open(client, Ask.session(60_000).setClientName("first client"));
  private final TestSession two =
      TestSession.open(client, Ask.session(60_000).setClientName("second client"));

  private GetReply get(GetRequest.Builder request) {
    return node.calls().get(request.build());
  }

  private KeyView view(String key) {
    return get(GetRequest.newBuilder().setKey(key)).getView();
  }

  private static List<String> keys(ListReply reply) {
    return reply.getKeysList().stream().map(KeyView::getKey).toList();
  }

  private ListReply list(ListRequest.Builder request) {
    return node.calls().list(request.build());
  }

  /** All pages of a listing. */
  private List<ListReply> pages(ListRequest.Builder request) {
    List<ListReply> pages = new ArrayList<>();
    do {
      pages.add(list(request));
      request.setPageToken(pages.get(pages.size() - 1).getNextPageToken());
    } while (!request.getPageToken().isEmpty());
    return pages;
  }

  @Test
  void keyThatNobodyUsesIsEmpty() {
    KeyView view = view("/nobody");

    assertThat(view).isEqualTo(KeyView.newBuilder().setKey("/nobody").build());
  }

  @Test
  void holdIsShownWithAllThatIsKnownOfIt() {
    long token = one.hold(one.wish(Ask.shared("/hold")).setOwner("worker").setValue(Ask.text("v")));

    KeyView view = view("/hold");

    assertThat(view.getHolding()).isEqualTo(1);
    HoldView hold = view.getHolds(0);
    assertThat(hold.getToken()).isEqualTo(token);
    assertThat(hold.getSession()).isEqualTo(one.id());
    assertThat(hold.getOwner()).isEqualTo("worker");
    assertThat(hold.getClientName()).isEqualTo("first client");
    assertThat(hold.getTargets(0).getMode()).isEqualTo(Mode.SHARED);
    assertThat(hold.getTargets(0).getScope()).isEqualTo(Scope.KEY);
    assertThat(hold.getValue()).isEqualTo(Ask.text("v"));
    assertThat(hold.getRequest()).isEqualTo(one.lastNumber());
    assertThat(hold.hasRemainingMs()).isTrue();
    assertThat(hold.getRemainingMs()).isPositive().isLessThanOrEqualTo(60_000);
  }

  @Test
  void waitersAreShownInOrderWithHowLongTheyWait() {
    long token = one.hold(one.wish(Ask.shared("/waiters")));
    two.queue(two.wish("/waiters").setOwner("writer"));
    TestSession three = TestSession.open(client);
    three.queue(three.wish(Ask.shared("/waiters")));

    KeyView view = view("/waiters");

    assertThat(view.getWaiting()).isEqualTo(2);
    WaiterView first = view.getWaiters(0);
    assertThat(first.getSession()).isEqualTo(two.id());
    assertThat(first.getOwner()).isEqualTo("writer");
    assertThat(first.getClientName()).isEqualTo("second client");
    assertThat(first.getRequest()).isEqualTo(two.lastNumber());
    assertThat(first.getTargets(0).getMode()).isEqualTo(Mode.EXCLUSIVE);
    assertThat(first.getArrival()).isGreaterThan(token);
    assertThat(view.getWaiters(1).getSession()).isEqualTo(three.id());
    assertThat(view.getWaiters(1).getArrival()).isGreaterThan(first.getArrival());
    Await.until("time goes by", () -> view("/waiters").getWaiters(0).getWaitingMs() > 0);
  }

  @Test
  void waitingUpgradeNamesTheHoldItWouldChange() {
    long mine = one.hold(one.wish(Ask.shared("/upgrade")));
    two.hold(two.wish(Ask.shared("/upgrade")));
    long convert =
        client.send(
            Request.newBuilder()
                .setConvert(
                    Ask.conversion(one.id(), one.nextNumber(), mine, Mode.EXCLUSIVE)
                        .setWaitMs(Ask.FOR_EVER)));
    assertThat(client.reply(convert).getConvert().hasQueued()).isTrue();

    assertThat(view("/upgrade").getWaiters(0).getUpgradeOf()).isEqualTo(mine);
  }

  @Test
  void getShowsHoldsAboveThatReachDownToTheKey() {
    long token = one.hold(one.wish(Ask.subtree("/above")));

    assertThat(view("/above/here").getHolds(0).getToken()).isEqualTo(token);
    assertThat(view("/above-not").getHoldsCount()).isZero();
  }

  @Test
  void fewerWaitersAreNamedThanCounted() {
    one.hold("/many");
    for (int i = 0; i < 5; i++) {
      two.queue(two.wish("/many").setOwner("w" + i));
    }

    KeyView view = get(GetRequest.newBuilder().setKey("/many").setMaxWaiters(2)).getView();

    assertThat(view.getWaitersList()).extracting(WaiterView::getOwner).containsExactly("w0", "w1");
    assertThat(view.getWaiting()).isEqualTo(5);
  }

  @Test
  void readIncludesWhatWasAcknowledgedBefore() {
    for (int i = 0; i < 20; i++) {
      long token = one.hold("/fresh");
      GetReply reply = get(GetRequest.newBuilder().setKey("/fresh"));
      assertThat(reply.getRevision()).isGreaterThanOrEqualTo(token);
      assertThat(reply.getView().getHolds(0).getToken()).isEqualTo(token);
      one.release(token);
    }
  }

  @Test
  void listIsInKeyOrderAndKeepsToSegments() {
    one.hold("/list/b");
    one.hold("/list/a/z");
    one.hold("/list/a");
    one.hold("/list/a!");
    one.hold("/listing");
    two.queue("/list/b");

    ListReply reply = list(ListRequest.newBuilder().setPrefix("/list"));

    assertThat(keys(reply)).containsExactly("/list/a", "/list/a/z", "/list/a!", "/list/b");
    assertThat(reply.getKeys(3).getWaiting()).isEqualTo(1);
    assertThat(reply.getNextPageToken()).isEmpty();
    assertThat(keys(list(ListRequest.newBuilder().setPrefix("/list/a"))))
        .containsExactly("/list/a", "/list/a/z");
  }

  @Test
  void keyWhereOnlySomebodyWaitsIsListed() {
    one.hold(one.wish(Ask.subtree("/only")));
    two.queue("/only/waiting");

    ListReply reply = list(ListRequest.newBuilder().setPrefix("/only"));

    assertThat(keys(reply)).containsExactly("/only", "/only/waiting");
    assertThat(reply.getKeys(1).getHoldsCount()).isZero();
    assertThat(reply.getKeys(1).getWaiters(0).getSession()).isEqualTo(two.id());
  }

  @Test
  void pagesTogetherAreTheWholeListing() {
    List<String> held = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      held.add("/pages/%02d".formatted(i));
      one.hold(held.get(i));
    }

    List<ListReply> pages = pages(ListRequest.newBuilder().setPrefix("/pages").setPageSize(10));

    assertThat(pages).hasSize(3).allMatch(page -> page.getKeysCount() <= 10);
    assertThat(pages.stream().flatMap(page -> keys(page).stream())).isEqualTo(held);
  }

  @Test
  void pageGoesOnAfterTheLastKeyWhateverChanges() {
    for (String key : new String[] {"/moving/a", "/moving/b", "/moving/d"}) {
      one.hold(key);
    }
    ListRequest.Builder request = ListRequest.newBuilder().setPrefix("/moving").setPageSize(2);
    ListReply first = list(request);
    one.release(first.getKeys(1).getHolds(0).getToken());
    one.hold("/moving/c");

    ListReply second = list(request.setPageToken(first.getNextPageToken()));

    assertThat(keys(first)).containsExactly("/moving/a", "/moving/b");
    assertThat(keys(second)).containsExactly("/moving/c", "/moving/d");
  }

  @Test
  void rootAndNothingListEverything() {
    one.hold("/everything");

    for (String prefix : new String[] {"", "/"}) {
      assertThat(
              pages(ListRequest.newBuilder().setPrefix(prefix).setPageSize(1_000)).stream()
                  .flatMap(page -> keys(page).stream()))
          .contains("/everything");
    }
  }

  @Test
  void streamReadsLikeAPlainCall() {
    one.hold("/stream/read");

    KeyView got = client.call(Ask.get("/stream/read")).getGet().getView();
    ListReply listed = client.call(Ask.list("/stream")).getList();

    assertThat(got.getHoldsCount()).isEqualTo(1);
    assertThat(keys(listed)).containsExactly("/stream/read");
  }
}
