package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.watch.WatchEnd.Reason;
import org.junit.jupiter.api.Test;

class SlowSubscriberTest {
  private final DrivenDelivery driven = new DrivenDelivery(DrivenDelivery.SMALL);
  private final RecordingSubscriber subscriber = new RecordingSubscriber();

  @Test
  void whoeverBecomesReadyAgainMissesNothing() {
    Watch watch = driven.watch("/a", 0, subscriber);
    driven.settle();
    subscriber.ready = false;
    driven.apply(range(1, 30, "/a"));
    driven.settle();
    assertThat(subscriber.events()).isEmpty();

    subscriber.ready = true;
    watch.wake();
    driven.settle();
    driven.apply(range(31, 33, "/a"));
    driven.settle();

    assertThat(subscriber.events()).isEqualTo(range(1, 33, "/a"));
  }

  @Test
  void becomingReadyIsNoticedInTheEndEvenIfNobodySaysSo() {
    driven.watch("/a", 0, subscriber);
    driven.settle();
    subscriber.ready = false;
    driven.apply(range(1, 3, "/a"));
    driven.settle();

    subscriber.ready = true;
    driven.pass(200);
    driven.settle();

    assertThat(subscriber.events()).isEqualTo(range(1, 3, "/a"));
  }

  @Test
  void aSubscriberThatIsNotReadyForTooLongIsCutOffAndNobodyElseSuffers() {
    RecordingSubscriber other = new RecordingSubscriber();
    driven.watch("/a", 0, subscriber);
    driven.watch("/a", 0, other);
    driven.apply(range(1, 3, "/a"));
    driven.settle();
    subscriber.ready = false;

    driven.apply(range(4, 5, "/a"));
    driven.settle();
    driven.pass(10_000);
    driven.settle();
    assertThat(subscriber.notices).endsWith("event 3");
    driven.pass(101);
    driven.settle();

    assertThat(subscriber.notices).endsWith("event 3", "ended SLOW_SUBSCRIBER at 3");
    assertThat(other.events()).isEqualTo(range(1, 5, "/a"));
    assertThat(driven.cutOffs(Reason.SLOW_SUBSCRIBER)).isEqualTo(1);
    assertThat(driven.delivery.subscribers()).isEqualTo(1);
  }

  @Test
  void aSubscriberThatIsTooFarBehindIsCutOff() {
    driven.watch("/a", 0, subscriber);
    driven.settle();
    subscriber.ready = false;

    driven.apply(range(1, 50, "/a"));
    driven.pass(100);
    driven.settle();
    assertThat(subscriber.notices).containsExactly("started after 0");
    driven.apply(range(51, 51, "/b"));
    driven.pass(100);
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0", "ended SLOW_SUBSCRIBER at 0");
  }

  @Test
  void notBeingReadyWhileNothingWaitsIsNoReasonToCutOff() {
    driven.watch("/a", 0, subscriber);
    subscriber.ready = false;
    driven.settle();

    driven.apply(range(1, 90, "/b"));
    driven.settle();
    driven.pass(60_000);
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0");
  }

  @Test
  void whatHappenedBeforeSubscribingIsNoBacklog() {
    driven.apply(range(1, 90, "/a"));
    Watch watch = driven.watch("/a", 1, subscriber);
    subscriber.ready = false;
    driven.settle();
    driven.pass(200);
    driven.settle();

    subscriber.ready = true;
    watch.wake();
    driven.settle();

    assertThat(subscriber.events()).isEqualTo(range(1, 90, "/a"));
  }

  @Test
  void aPlaceThatFellOutOfTheHistoryIsCompacted() {
    Watch watch = driven.watch("/a", 0, subscriber);
    driven.settle();
    subscriber.ready = false;
    driven.apply(range(1, 1, "/a"));
    driven.settle();

    driven.apply(range(2, 110, "/a"));
    subscriber.ready = true;
    watch.wake();
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0", "ended COMPACTED at 10");
  }

  @Test
  void aDeliveryThatIsTooSlowForTheHistoryTellsEverybody() {
    driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.apply(range(1, 101, "/b"));
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0", "ended COMPACTED at 1");
  }
}
