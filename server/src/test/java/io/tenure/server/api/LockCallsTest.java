package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.NotConvertible;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.Queued;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.WithdrawRequest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockCallsTest {
  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;
  private StreamClient client;
  private long one;
  private long two;

  @BeforeAll
  static void startCluster() {
    cluster = TestCluster.single(directory);
    node = cluster.leader();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void connect() {
    client = node.connect(true);
    one = client.call(Ask.openSession("one")).getOpenSession().getSession();
    two = client.call(Ask.openSession("two")).getOpenSession().getSession();
  }

  private static AcquireRequest.Builder shared(long session, long number, String key) {
    return AcquireRequest.newBuilder()
        .setSession(session)
        .setRequest(number)
        .addTargets(Target.newBuilder().setKey(key).setMode(Mode.SHARED));
  }

  private static Request.Builder convert(long session, long number, long token, Mode mode) {
    return Request.newBuilder()
        .setConvert(
            ConvertRequest.newBuilder()
                .setSession(session)
                .setRequest(number)
                .setToken(token)
                .setMode(mode)
                .setWaitMs(-1));
  }

  private long token(Request.Builder acquire) {
    return client.call(acquire).getAcquire().getGranted().getToken();
  }

  @Test
  void upgradeWaitsForTheOtherReadersAndGivesANewToken() {
    long mine = token(Ask.acquire(shared(one, 1, "/c/1")));
    long theirs = token(Ask.acquire(shared(two, 1, "/c/1")));

    long upgrade = client.send(convert(one, 2, mine, Mode.EXCLUSIVE));
    Reply queued = client.reply(upgrade);
    client.call(Ask.release(two, 2, theirs));
    Reply converted = client.reply(upgrade);

    assertThat(queued.getConvert().getQueued().getStanding().getHolders(0).getToken())
        .isEqualTo(theirs);
    assertThat(converted.getConvert().getConverted().getToken()).isGreaterThan(theirs);
  }

  @Test
  void downgradeKeepsTheToken() {
    long token = token(Ask.acquire(one, 1, "/c/2"));

    Reply converted = client.call(convert(one, 2, token, Mode.SHARED));

    assertThat(converted.getConvert().getConverted().getToken()).isEqualTo(token);
    assertThat(token(Ask.acquire(shared(two, 1, "/c/2")))).isGreaterThan(token);
  }

  @Test
  void permitCannotBeConverted() {
    Target.Builder permit = Target.newBuilder().setKey("/c/3").setMode(Mode.SEMAPHORE).setLimit(2);
    long token =
        token(
            Ask.acquire(
                AcquireRequest.newBuilder().setSession(one).setRequest(1).addTargets(permit)));

    Refusal refusal = client.call(convert(one, 2, token, Mode.SHARED)).getConvert().getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.NOT_CONVERTIBLE);
    assertThat(refusal.getNotConvertible()).isEqualTo(NotConvertible.IS_SEMAPHORE);
  }

  @Test
  void deadlockNamesItsCycle() {
    token(Ask.acquire(Ask.lock(one, 1, "/c/4/a").setParty("task")));
    token(Ask.acquire(Ask.lock(two, 1, "/c/4/b").setParty("task")));
    long waiting =
        client.send(Ask.acquire(Ask.lock(one, 2, "/c/4/b").setParty("task").setWaitMs(-1)));
    client.reply(waiting);

    Refusal refusal =
        client
            .call(Ask.acquire(Ask.lock(two, 2, "/c/4/a").setParty("task").setWaitMs(-1)))
            .getAcquire()
            .getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.DEADLOCK);
    assertThat(refusal.getCycle(0).getOwner()).isEqualTo("#2");
    assertThat(refusal.getCycle(0).getParty()).isEqualTo("task");
    assertThat(refusal.getCycle(0).getBlockedByParty()).isEqualTo("task");
    assertThat(refusal.getCycleList()).hasSize(2);
    assertThat(refusal.getCycle(0).getSession()).isEqualTo(two);
    assertThat(refusal.getCycle(0).getKey()).isEqualTo("/c/4/a");
    assertThat(refusal.getCycle(0).getBlockedBySession()).isEqualTo(one);
  }

  @Test
  void mixingKindsNamesWhatIsThere() {
    token(Ask.acquire(one, 1, "/c/5"));
    Target.Builder permit = Target.newBuilder().setKey("/c/5").setMode(Mode.SEMAPHORE).setLimit(2);

    Refusal refusal =
        client
            .call(
                Ask.acquire(
                    AcquireRequest.newBuilder().setSession(two).setRequest(1).addTargets(permit)))
            .getAcquire()
            .getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.KIND_MISMATCH);
    assertThat(refusal.getThere().getMode()).isEqualTo(Mode.EXCLUSIVE);
    assertThat(refusal.getThere().getKey()).isEqualTo("/c/5");
  }

  @Test
  void withdrawnRequestHearsHowItEnded() {
    token(Ask.acquire(one, 1, "/c/6"));
    long waiting = client.send(Ask.acquire(Ask.lock(two, 1, "/c/6").setWaitMs(-1)));
    client.reply(waiting);

    Reply withdrawn =
        client.call(
            Request.newBuilder()
                .setWithdraw(WithdrawRequest.newBuilder().setSession(two).setRequest(1)));

    Refusal ended = client.reply(waiting).getAcquire().getRefusal();
    assertThat(ended.getKind()).isEqualTo(Refusal.Kind.ENDED);
    assertThat(ended.getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
    assertThat(withdrawn.getWithdraw().getEnded().getKind()).isEqualTo(Refusal.Kind.ENDED);
  }

  @Test
  void withdrawalOfAGrantTellsItsToken() {
    long token = token(Ask.acquire(one, 1, "/c/7"));

    Reply reply =
        client.call(
            Request.newBuilder()
                .setWithdraw(WithdrawRequest.newBuilder().setSession(one).setRequest(1)));

    assertThat(reply.getWithdraw().getGranted().getToken()).isEqualTo(token);
  }

  @Test
  void foreignTokenIsNotReleased() {
    long token = token(Ask.acquire(one, 1, "/c/8"));

    Refusal refusal = client.call(Ask.release(two, 1, token)).getRelease().getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.NOT_HELD);
    assertThat(refusal.getNotHeld()).isEqualTo(NotHeld.FOREIGN);
  }

  @Test
  void sameRequestOnAnotherStreamSupersedes() {
    token(Ask.acquire(one, 1, "/c/9"));
    long waiting = client.send(Ask.acquire(Ask.lock(two, 1, "/c/9").setWaitMs(-1)));
    client.reply(waiting);
    StreamClient other = node.connect(true);

    long again = other.send(Ask.acquire(Ask.lock(two, 1, "/c/9").setWaitMs(-1)));

    assertThat(other.reply(again).getAcquire().hasQueued()).isTrue();
    assertThat(client.reply(waiting).getError().getReason()).isEqualTo(Reason.SUPERSEDED);
  }

  @Test
  void endOfTheStreamTakesTheRequestOutOfTheQueueUntilItIsBack() {
    token(Ask.acquire(one, 1, "/c/10"));
    StreamClient other = node.connect(true);
    long waiting = other.send(Ask.acquire(Ask.lock(two, 1, "/c/10").setWaitMs(-1)));
    Queued queued = other.reply(waiting).getAcquire().getQueued();
    int awaited = node.engine().shards().get(0).awaited();

    other.cancel();

    TestCluster.await(() -> node.engine().shards().get(0).awaited() == awaited - 1);
    TestCluster.await(() -> get("/c/10").getWaiting() == 0);
    long again = client.send(Ask.acquire(Ask.lock(two, 1, "/c/10").setWaitMs(-1)));
    assertThat(client.reply(again).getAcquire().getQueued().getArrival())
        .isEqualTo(queued.getArrival());
  }

  private KeyView get(String key) {
    return client
        .call(Request.newBuilder().setGet(GetRequest.newBuilder().setKey(key)))
        .getGet()
        .getView();
  }

  @Test
  void viewShowsHoldsFromAboveAndWhoWaits() {
    Target.Builder subtree = Target.newBuilder().setKey("/c/11").setScope(Scope.SUBTREE);
    long token =
        token(
            Ask.acquire(
                AcquireRequest.newBuilder()
                    .setSession(one)
                    .setRequest(1)
                    .setValue(Ask.text("mine"))
                    .addTargets(subtree)));
    long waiting =
        client.send(Ask.acquire(Ask.lock(two, 1, "/c/11/deep").setOwner("task-7").setWaitMs(-1)));
    client.reply(waiting);

    KeyView view = get("/c/11/deep");

    assertThat(view.getHolding()).isEqualTo(1);
    assertThat(view.getHolds(0).getToken()).isEqualTo(token);
    assertThat(view.getHolds(0).getValue()).isEqualTo(Ask.text("mine"));
    assertThat(view.getHolds(0).getTargets(0).getScope()).isEqualTo(Scope.SUBTREE);
    assertThat(view.getWaiting()).isEqualTo(1);
    assertThat(view.getWaiters(0).getClientName()).isEqualTo("two");
    assertThat(view.getWaiters(0).getOwner()).isEqualTo("task-7");
    TestCluster.await(() -> get("/c/11/deep").getWaiters(0).getWaitingMs() > 0);
  }

  @Test
  void implicitSessionOutlivesItsTermWhileItWaits() {
    long token = token(Ask.acquire(one, 1, "/c/12"));
    long waiting =
        client.send(
            Ask.acquire(
                AcquireRequest.newBuilder()
                    .setTtlMs(1_000)
                    .setWaitMs(-1)
                    .addTargets(Target.newBuilder().setKey("/c/12"))));
    client.reply(waiting);

    TestCluster.await(() -> get("/c/12").getWaiters(0).getWaitingMs() > 1_500);
    client.call(Ask.release(one, 2, token));

    assertThat(client.reply(waiting).getAcquire().getGranted().getTtlMs()).isEqualTo(1_000);
  }

  @Test
  void endOfTheStreamEndsAnImplicitSessionThatWaits() {
    token(Ask.acquire(one, 1, "/c/13"));
    StreamClient other = node.connect(true);
    long waiting =
        other.send(
            Ask.acquire(
                AcquireRequest.newBuilder()
                    .setWaitMs(-1)
                    .addTargets(Target.newBuilder().setKey("/c/13"))));
    other.reply(waiting);

    other.cancel();

    TestCluster.await(() -> get("/c/13").getWaiting() == 0);
  }
}
