package io.tenure.server.service.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.ConvertReply;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.NotConvertible;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.Wait;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Shared locks, permits, subtrees, several keys, conversions, deadlocks. */
final class ModesTest {
  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();
  private final TestSession one = TestSession.open(client);
  private final TestSession two = TestSession.open(client);
  private final TestSession three = TestSession.open(client);

  private ConvertRequest.Builder conversion(TestSession session, long token, Mode mode) {
    return Ask.conversion(session.id(), session.nextNumber(), token, mode);
  }

  private ConvertReply convert(ConvertRequest.Builder request) {
    Reply reply = client.call(Request.newBuilder().setConvert(request));
    assertThat(reply.hasConvert()).as("no error: %s", reply).isTrue();
    return reply.getConvert();
  }

  /** Asks for an upgrade that must wait; returns the correlation. */
  private long queueUpgrade(TestSession session, long token) {
    long correlation =
        client.send(
            Request.newBuilder()
                .setConvert(conversion(session, token, Mode.EXCLUSIVE).setWaitMs(Ask.FOR_EVER)));
    assertThat(client.reply(correlation).getConvert().hasQueued()).isTrue();
    return correlation;
  }

  private static Refusal.Kind kind(AcquireReply reply) {
    return reply.getRefusal().getKind();
  }

  @Test
  void readersShareAndNobodyOvertakesAWriter() {
    long first = one.hold(one.wish(Ask.shared("/shared")));
    long second = two.hold(two.wish(Ask.shared("/shared")));
    long writer = three.queue("/shared");
    TestSession four = TestSession.open(client);
    long reader = four.queue(four.wish(Ask.shared("/shared")));

    one.release(first);
    assertThat(client.hasReply(writer)).isFalse();
    two.release(second);
    long token = three.granted(writer);
    assertThat(client.hasReply(reader)).isFalse();
    three.release(token);

    assertThat(four.granted(reader)).isGreaterThan(token);
  }

  @Test
  void semaphoreGivesAsManyPermitsAsItHas() {
    long first = one.hold(one.wish(Ask.permit("/permits", 2)));
    two.hold(two.wish(Ask.permit("/permits", 2)));
    long waiting = three.queue(three.wish(Ask.permit("/permits", 2)));

    one.release(first);

    three.granted(waiting);
    assertThat(kind(one.acquire(one.wish(Ask.permit("/permits", 2))))).isEqualTo(Refusal.Kind.BUSY);
  }

  @Test
  void keyInUseAsAnotherKindIsRefusedWithWhatIsThere() {
    one.hold(one.wish(Ask.permit("/kinds", 3)));

    Refusal lock = two.acquire(two.wish("/kinds")).getRefusal();
    Refusal otherLimit = two.acquire(two.wish(Ask.permit("/kinds", 4))).getRefusal();

    assertThat(lock.getKind()).isEqualTo(Refusal.Kind.KIND_MISMATCH);
    assertThat(lock.getThere().getKey()).isEqualTo("/kinds");
    assertThat(lock.getThere().getMode()).isEqualTo(Mode.SEMAPHORE);
    assertThat(lock.getThere().getLimit()).isEqualTo(3);
    assertThat(otherLimit.getKind()).isEqualTo(Refusal.Kind.KIND_MISMATCH);
  }

  @Test
  void subtreeConflictsWithEverythingBelowAndNothingBeside() {
    long inside = two.hold("/tree/branch/leaf");
    long tree = one.queue(one.wish(Ask.subtree("/tree/branch")));
    two.hold("/tree/branches");
    two.release(inside);
    one.granted(tree);

    assertThat(kind(two.acquire(two.wish("/tree/branch/other")))).isEqualTo(Refusal.Kind.BUSY);
    assertThat(kind(two.acquire(two.wish("/tree/branch")))).isEqualTo(Refusal.Kind.BUSY);
    two.hold("/tree");
  }

  @Test
  void sharedSubtreesAreSharedWithReadersBelow() {
    one.hold(one.wish(Ask.shared("/library").setScope(Scope.SUBTREE)));

    two.hold(two.wish(Ask.shared("/library/book")));

    assertThat(kind(two.acquire(two.wish("/library/book/page")))).isEqualTo(Refusal.Kind.BUSY);
  }

  @Test
  void severalKeysAreGrantedTogetherOrNotAtAll() {
    long middle = one.hold("/several/b");
    long all =
        two.queue(
            two.wish(
                Ask.exclusive("/several/c"),
                Ask.exclusive("/several/a"),
                Ask.exclusive("/several/b")));
    assertThat(client.call(Ask.get("/several/a")).getGet().getView().getHoldsCount()).isZero();

    one.release(middle);

    long token = two.granted(all);
    for (String key : new String[] {"/several/a", "/several/b", "/several/c"}) {
      assertThat(client.call(Ask.get(key)).getGet().getView().getHolds(0).getToken())
          .isEqualTo(token);
    }
    two.release(token);
    three.hold("/several/c");
  }

  @Test
  void deadlockIsRefusedWithItsCycle() {
    one.hold(one.wish("/deadlock/a").setParty("task"));
    two.hold(two.wish("/deadlock/b").setParty("task"));
    one.queue(one.wish("/deadlock/b").setParty("task"));

    Refusal refusal =
        two.acquire(two.wish("/deadlock/a").setParty("task").setWaitMs(Ask.FOR_EVER)).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.DEADLOCK);
    assertThat(refusal.getCycleList())
        .extracting(Wait::getSession, Wait::getKey, Wait::getBlockedBySession)
        .containsExactly(
            tuple(two.id(), "/deadlock/a", one.id()), tuple(one.id(), "/deadlock/b", two.id()));
  }

  @Test
  void downgradeKeepsItsTokenAndLetsReadersIn() {
    long token = one.hold("/downgrade");
    long reader = two.queue(two.wish(Ask.shared("/downgrade")));

    ConvertReply reply = convert(conversion(one, token, Mode.SHARED));

    assertThat(reply.getConverted().getToken()).isEqualTo(token);
    two.granted(reader);
  }

  @Test
  void upgradeWaitsForOtherReadersAndGoesAheadOfTheQueue() {
    long mine = one.hold(one.wish(Ask.shared("/upgrade")));
    long theirs = two.hold(two.wish(Ask.shared("/upgrade")));
    long writer = three.queue("/upgrade");
    long upgrade = queueUpgrade(one, mine);

    two.release(theirs);

    long token = client.reply(upgrade).getConvert().getConverted().getToken();
    assertThat(token).isGreaterThan(theirs);
    assertThat(client.hasReply(writer)).isFalse();
    assertThat(one.release(mine).getRefusal().getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
    one.release(token);
    three.granted(writer);
  }

  @Test
  void secondUpgradeOfAKeyIsADeadlock() {
    long mine = one.hold(one.wish(Ask.shared("/upgrade/two")));
    long theirs = two.hold(two.wish(Ask.shared("/upgrade/two")));
    queueUpgrade(one, mine);

    ConvertReply reply = convert(conversion(two, theirs, Mode.EXCLUSIVE).setWaitMs(Ask.FOR_EVER));

    assertThat(reply.getRefusal().getKind()).isEqualTo(Refusal.Kind.DEADLOCK);
  }

  @Test
  void upgradeThatMayNotWaitIsBusyAndOneThatMayTimesOut() {
    long mine = one.hold(one.wish(Ask.shared("/upgrade/busy")));
    two.hold(two.wish(Ask.shared("/upgrade/busy")));

    ConvertReply now = convert(conversion(one, mine, Mode.EXCLUSIVE));
    long waiting =
        client.send(
            Request.newBuilder().setConvert(conversion(one, mine, Mode.EXCLUSIVE).setWaitMs(50)));

    assertThat(now.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(client.reply(waiting).getConvert().hasQueued()).isTrue();
    assertThat(client.reply(waiting).getConvert().getRefusal().getKind())
        .isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(one.release(mine).hasReleased()).isTrue();
  }

  @Test
  void whatIsInThatModeAlreadyIsLeftAsItIs() {
    long token = one.hold("/convert/same");

    ConvertReply reply = convert(conversion(one, token, Mode.EXCLUSIVE));

    assertThat(reply.getConverted().getToken()).isEqualTo(token);
  }

  @Test
  void permitCannotBeConverted() {
    long token = one.hold(one.wish(Ask.permit("/convert/permit", 1)));

    Refusal refusal = convert(conversion(one, token, Mode.SHARED)).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.NOT_CONVERTIBLE);
    assertThat(refusal.getNotConvertible()).isEqualTo(NotConvertible.IS_SEMAPHORE);
  }

  @Test
  void holdWhoseUpgradeWaitsCannotBeConverted() {
    long mine = one.hold(one.wish(Ask.shared("/convert/waits")));
    two.hold(two.wish(Ask.shared("/convert/waits")));
    queueUpgrade(one, mine);

    Refusal refusal = convert(conversion(one, mine, Mode.SHARED)).getRefusal();

    assertThat(refusal.getNotConvertible()).isEqualTo(NotConvertible.UPGRADE_WAITS);
  }

  @Test
  void foreignHoldCannotBeConverted() {
    long token = one.hold("/convert/foreign");

    Refusal refusal = convert(conversion(two, token, Mode.SHARED)).getRefusal();

    assertThat(refusal.getNotHeld()).isEqualTo(NotHeld.FOREIGN);
  }
}
