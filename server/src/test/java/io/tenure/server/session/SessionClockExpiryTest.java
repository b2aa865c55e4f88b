package io.tenure.server.session;

import static io.tenure.server.session.ClockUnderTest.session;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Session;
import io.tenure.server.session.ManualExpiryProposer.Expiry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** When sessions expire. The numbers are those of the invariants of {@link SessionClock}. */
class SessionClockExpiryTest {
  private static final Session ALICE = session(1, 10_000);
  private static final Session BOB = session(2, 10_000);
  private static final Session STRANGER = session(99, 10_000);

  private final ClockUnderTest world = new ClockUnderTest(SessionSettings.defaults());
  private final SessionClock clock = world.clock;
  private final ManualExpiryProposer proposer = world.proposer;

  @Test
  void silentSessionExpiresAfterItsTtlAndNotBefore_1() {
    clock.leads(1, List.of(ALICE));

    world.pass(9_999);
    assertThat(proposer.expiries).isEmpty();
    world.pass(201);

    assertThat(proposer.expiries).extracting(Expiry::session).containsExactly(ALICE.id());
  }

  @Test
  void expiryInFlightIsNotProposedAgain() {
    clock.leads(1, List.of(ALICE));

    world.pass(30_000);

    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void keepAliveExtendsTheTermFromItsArrival_1() {
    clock.leads(1, List.of(ALICE));
    world.pass(6_000);
    world.keepAlive(ALICE);

    world.pass(9_999);
    assertThat(proposer.expiries).isEmpty();
    world.pass(201);

    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void sessionIsKeptForEverByItsKeepAlives_1() {
    clock.leads(1, List.of(ALICE));

    for (int i = 0; i < 100; i++) {
      world.pass(9_900);
      world.keepAlive(ALICE);
    }

    assertThat(proposer.expiries).isEmpty();
  }

  @Test
  void newLeaderGivesEverySessionItsFullTtl_1() {
    clock.leads(1, List.of(ALICE, BOB));
    world.pass(9_000);
    clock.deposed();

    clock.leads(3, List.of(ALICE, BOB));
    world.pass(9_999);

    assertThat(proposer.expiries).isEmpty();
    assertThat(clock.size()).isEqualTo(2);
  }

  @Test
  void newTermOfTheSameLeaderGivesEverySessionItsFullTtl_1() {
    clock.leads(1, List.of(ALICE));
    world.pass(9_000);

    clock.leads(2, List.of(ALICE));
    world.pass(9_999);

    assertThat(proposer.expiries).isEmpty();
  }

  @Test
  void openingAgainGivesTheFullTtlAgain_1() {
    clock.leads(1, List.of());
    clock.opened(ALICE);
    world.pass(9_000);
    clock.opened(ALICE);

    world.pass(9_999);
    assertThat(proposer.expiries).isEmpty();
    world.pass(201);

    assertThat(proposer.expiries).hasSize(1);
    assertThat(clock.size()).isEqualTo(1);
  }

  @Test
  void openingAgainDoesNotHideAnExpiryInFlight_3() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_200);

    clock.opened(ALICE);
    RecordingAnswer answer = world.keepAlive(ALICE);

    assertThat(clock.remainingMillis(ALICE.id())).hasValue(0);
    assertThat(answer.heard).isEmpty();
    assertThat(proposer.confirmations).isEmpty();
  }

  @Test
  void closedSessionIsNotExpired() {
    clock.leads(1, List.of(ALICE, BOB));

    clock.ended(ALICE.id());
    world.pass(20_000);

    assertThat(proposer.expiries).extracting(Expiry::session).containsExactly(BOB.id());
  }

  @Test
  void longestTtlIsWatched_1() {
    Session patient = session(3, 600_000);
    clock.leads(1, List.of(patient));

    world.pass(599_999);
    assertThat(proposer.expiries).isEmpty();
    world.pass(201);

    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void massCrashIsExpiredAThousandPerTick_6() {
    clock.leads(1, LongStream.range(0, 2_500).mapToObj(n -> session(n, 10_000)).toList());
    world.pass(9_950);

    List<Integer> proposed = new ArrayList<>();
    for (int tick = 0; tick < 4; tick++) {
      world.pass(100);
      proposed.add(proposer.expiries.size());
    }

    assertThat(proposed).containsExactly(1_000, 2_000, 2_500, 2_500);
    assertThat(proposer.expiries).extracting(Expiry::session).doesNotHaveDuplicates();
  }

  @Test
  void followerProposesNothing() {
    clock.opened(ALICE);
    clock.ended(ALICE.id());
    clock.leads(1, List.of(ALICE));
    clock.deposed();
    clock.deposed();
    clock.opened(BOB);

    world.pass(30_000);

    assertThat(proposer.expiries).isEmpty();
    assertThat(clock.size()).isZero();
  }

  @Test
  void expiryIsProposedForItsTerm_5() {
    clock.leads(7, List.of(ALICE));

    world.pass(10_100);

    assertThat(proposer.expiry().term()).isEqualTo(7);
  }

  @Test
  void remainingTimeIsToldWhileItIsKnown() {
    clock.leads(1, List.of(ALICE));
    world.pass(4_000);

    assertThat(clock.remainingMillis(ALICE.id())).hasValue(6_000);
    assertThat(clock.remainingMillis(STRANGER.id())).isEmpty();
    world.pass(6_050);
    assertThat(clock.remainingMillis(ALICE.id())).hasValue(0);
    clock.deposed();
    assertThat(clock.remainingMillis(ALICE.id())).isEmpty();
  }

  @Test
  void pauseOfThisProcessLengthensEveryTerm_1() {
    clock.leads(1, List.of(ALICE, BOB));
    world.pass(3_000);

    world.pause(60_000);
    RecordingAnswer late = world.keepAlive(ALICE);
    proposer.confirm();
    world.pass(6_400);

    assertThat(late.heard).containsExactly("kept 10000");
    assertThat(proposer.expiries).isEmpty();
    world.pass(300);
    assertThat(proposer.expiries).extracting(Expiry::session).containsExactly(BOB.id());
  }

  @Test
  void keepAliveReadAfterAPauseCountsFromItsArrival_1() {
    clock.leads(1, List.of(ALICE));
    world.pass(3_000);

    world.pause(60_000);
    world.keepAlive(ALICE);

    world.pass(9_999);
    assertThat(proposer.expiries).isEmpty();
    world.pass(201);
    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void keepAliveDuringAnExpiryHearsThatTheSessionEnded_3() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_100);
    RecordingAnswer answer = world.keepAlive(ALICE);
    world.pass(1_000);
    assertThat(answer.heard).isEmpty();
    assertThat(proposer.confirmations).isEmpty();

    clock.ended(ALICE.id());

    assertThat(answer.heard).containsExactly("unknown");
  }

  @Test
  void keepAliveDuringAnExpiryThatFailsKeepsTheSession_1_3() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_100);
    RecordingAnswer answer = world.keepAlive(ALICE);

    proposer.expiry().notExpired().run();
    assertThat(answer.heard).isEmpty();
    proposer.confirm();

    assertThat(answer.heard).containsExactly("kept 10000");
    world.pass(9_899);
    assertThat(proposer.expiries).isEmpty();
    world.pass(301);
    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void keepAliveThatIsBeingConfirmedWhenTheExpiryStartsWaitsForTheLog_3() {
    ClockUnderTest slow =
        new ClockUnderTest(new SessionSettings(100, 1_000, 20_000, 20, 20, 50_000, 500, 2));
    slow.clock.leads(1, List.of(ALICE));
    RecordingAnswer answer = slow.keepAlive(ALICE);
    slow.pass(10_200);
    assertThat(slow.proposer.expiries).hasSize(1);

    slow.proposer.confirm();
    assertThat(answer.heard).isEmpty();
    slow.clock.ended(ALICE.id());

    assertThat(answer.heard).containsExactly("unknown");
  }

  @Test
  void expiryThatFailsWithoutAKeepAliveIsProposedAgain() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_100);

    proposer.expiry().notExpired().run();
    world.pass(100);

    assertThat(proposer.expiries).hasSize(1);
  }

  @Test
  void keepAliveDuringAnExpiryFailsWithTheLeader_4() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_100);
    RecordingAnswer answer = world.keepAlive(ALICE);
    Expiry old = proposer.expiry();

    clock.deposed();
    world.settle();
    clock.leads(2, List.of(ALICE));
    old.notExpired().run();
    world.pass(9_900);

    assertThat(answer.heard).containsExactly("LEADERSHIP_LOST");
    assertThat(proposer.expiries).isEmpty();
  }

  @Test
  void lateFailureOfAnOldTermsExpiryDoesNotFreeANewOne_3() {
    clock.leads(1, List.of(ALICE));
    world.pass(10_100);
    Expiry old = proposer.expiry();
    clock.deposed();
    clock.leads(2, List.of(ALICE));
    world.pass(10_200);
    assertThat(proposer.expiries).hasSize(1);
    RecordingAnswer answer = world.keepAlive(ALICE);

    old.notExpired().run();

    assertThat(proposer.confirmations).isEmpty();
    assertThat(answer.heard).isEmpty();
  }
}
