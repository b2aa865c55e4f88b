package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.granted;
import static io.tenure.server.watch.WatchEvents.range;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.core.model.Limits;
import io.tenure.server.watch.WatchEnd.Reason;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeliveryTest {
  private final DrivenDelivery driven = new DrivenDelivery(DrivenDelivery.SMALL);
  private final RecordingSubscriber subscriber = new RecordingSubscriber();

  @Test
  void fromNowOnStartsAfterTheLastRevision() {
    driven.apply(range(1, 5, "/a"));

    driven.watch("/a", 0, subscriber);
    driven.apply(List.of(granted(6, "/a"), granted(7, "/b"), granted(8, "/a")));
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 5", "event 6", "event 8");
  }

  @Test
  void whatComesDuringARoundIsOneBatchOfTheNext() {
    driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.apply(range(1, 4, "/a"));
    driven.apply(range(5, 7, "/a"));
    driven.settle();

    assertThat(subscriber.batches).hasSize(1);
    assertThat(subscriber.batches.get(0).firstRevision()).isEqualTo(1);
    assertThat(subscriber.batches.get(0).lastRevision()).isEqualTo(7);
  }

  @Test
  void batchesAreBounded() {
    driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.apply(range(1, 25, "/a"));
    driven.settle();

    assertThat(subscriber.batches).extracting(batch -> batch.events().size()).contains(10, 10, 5);
    assertThat(subscriber.events()).isEqualTo(range(1, 25, "/a"));
  }

  @Test
  void anEventThatConcernsTheFilterTwiceIsDeliveredOnce() {
    driven.delivery.subscribe(WatchFilter.EVERYTHING, 0, subscriber);
    driven.apply(List.of(granted(1, "/a", "/b", "/c")));

    driven.settle();

    assertThat(subscriber.revisions()).containsExactly(1L);
  }

  @Test
  void resumesFromARevisionInTheHistoryAndGoesOn() {
    driven.apply(range(1, 90, "/a"));

    driven.watch("/a", 31, subscriber);
    driven.settle();
    driven.apply(range(91, 95, "/a"));
    driven.settle();

    assertThat(subscriber.notices).startsWith("started after 30", "event 31");
    assertThat(subscriber.events()).isEqualTo(range(31, 95, "/a"));
  }

  @Test
  void resumingTakesABoundedPieceOfTheHistoryPerRound() {
    driven.apply(range(1, 90, "/a"));

    driven.watch("/a", 1, subscriber);
    driven.delivery.round();

    assertThat(subscriber.events()).isEqualTo(range(1, 10, "/a"));
  }

  @Test
  void aRevisionThatIsGoneIsCompacted() {
    driven.apply(range(1, 150, "/a"));
    RecordingSubscriber atTheEdge = new RecordingSubscriber();

    driven.watch("/a", 50, subscriber);
    driven.watch("/a", 51, atTheEdge);
    driven.settle();

    assertThat(subscriber.notices).containsExactly("ended COMPACTED at 50");
    assertThat(atTheEdge.events()).isEqualTo(range(51, 150, "/a"));
    assertThat(driven.delivery.subscribers()).isEqualTo(1);
  }

  @Test
  void aRevisionStillToComeIsWaitedFor() {
    driven.apply(range(1, 5, "/a"));

    driven.watch("/a", 9, subscriber);
    driven.settle();
    driven.apply(range(6, 20, "/a"));
    driven.settle();

    assertThat(subscriber.notices).startsWith("started after 8", "event 9");
    assertThat(subscriber.events()).isEqualTo(range(9, 20, "/a"));
  }

  @Test
  void revisionsMayJump() {
    long jump = 1L << 40;
    driven.apply(range(1, 5, "/a"));
    driven.watch("/a", 4, subscriber);
    RecordingSubscriber inBetween = new RecordingSubscriber();
    driven.watch("/a", jump - 3, inBetween);
    driven.settle();

    driven.apply(range(jump, jump + 1, "/a"));
    driven.settle();

    assertThat(subscriber.revisions()).containsExactly(4L, 5L, jump, jump + 1);
    assertThat(inBetween.revisions()).containsExactly(jump, jump + 1);
  }

  @Test
  void aRestoreEndsThoseThatHaveNotSeenWhatItSkips() {
    driven.apply(range(1, 10, "/a"));
    RecordingSubscriber live = new RecordingSubscriber();
    RecordingSubscriber exactly = new RecordingSubscriber();
    RecordingSubscriber beyond = new RecordingSubscriber();
    RecordingSubscriber late = new RecordingSubscriber();
    driven.watch("/a", 0, live);
    driven.watch("/a", 21, exactly);
    driven.watch("/a", 24, beyond);
    driven.settle();

    driven.restore(20);
    driven.watch("/a", 20, late);
    driven.apply(range(21, 25, "/a"));
    driven.settle();

    assertThat(live.notices).containsExactly("started after 10", "ended COMPACTED at 20");
    assertThat(late.notices).containsExactly("ended COMPACTED at 20");
    assertThat(exactly.revisions()).containsExactly(21L, 22L, 23L, 24L, 25L);
    assertThat(beyond.revisions()).containsExactly(24L, 25L);
  }

  @Test
  void aRestoreToWhereEverybodyIsChangesNothing() {
    driven.apply(range(1, 10, "/a"));
    driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.restore(10);
    driven.apply(range(11, 12, "/a"));
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 10", "event 11", "event 12");
  }

  @Test
  void subscribersOfTheSameFilterShareOneEncoding() {
    AtomicInteger encodings = new AtomicInteger();
    Function<EventBatch, Integer> encoder = batch -> encodings.incrementAndGet();
    List<RecordingSubscriber> live = Stream.generate(RecordingSubscriber::new).limit(100).toList();
    live.forEach(one -> driven.watch("/a", 0, one));
    driven.apply(range(1, 4, "/a"));
    driven.settle();
    List<RecordingSubscriber> late = Stream.generate(RecordingSubscriber::new).limit(100).toList();
    late.forEach(one -> driven.watch("/a", 3, one));
    driven.settle();

    live.forEach(one -> one.batches.get(0).encodedBy(encoder));
    assertThat(encodings).hasValue(1);
    late.forEach(one -> one.batches.get(0).encodedBy(encoder));
    assertThat(encodings).hasValue(2);
  }

  @Test
  void eachEncoderEncodesForItself() {
    EventBatch batch = new EventBatch(range(1, 3, "/a"));
    Function<EventBatch, Integer> size = encoded -> encoded.events().size();
    Function<EventBatch, String> text = encoded -> "to " + encoded.lastRevision();

    assertThat(batch.encodedBy(size)).isEqualTo(3);
    assertThat(batch.encodedBy(text)).isEqualTo("to 3");
    assertThat(batch.encodedBy(size)).isSameAs(batch.encodedBy(size));
  }

  @Test
  void cancellingStopsIt() {
    Watch watch = driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.apply(range(1, 1, "/a"));
    watch.cancel();
    watch.cancel();
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0");
    assertThat(driven.delivery.subscribers()).isZero();
  }

  @Test
  void cancellingOneWhileAnotherIsToldStopsIt() {
    RecordingSubscriber second = new RecordingSubscriber();
    Watch[] watches = new Watch[2];
    RecordingSubscriber first =
        new RecordingSubscriber() {
          @Override
          public void events(EventBatch batch) {
            super.events(batch);
            watches[0].cancel();
            watches[1].cancel();
          }
        };
    watches[0] = driven.watch("/a", 0, first);
    watches[1] = driven.watch("/a", 0, second);
    driven.settle();

    driven.apply(range(1, 25, "/a"));
    driven.settle();

    assertThat(first.events()).isEqualTo(range(1, 10, "/a"));
    assertThat(second.events()).isEmpty();
    assertThat(driven.delivery.subscribers()).isZero();
  }

  @Test
  void aSubscriberThatThrowsIsEndedAndNobodyElseSuffers() {
    RecordingSubscriber other = new RecordingSubscriber();
    RecordingSubscriber broken =
        new RecordingSubscriber() {
          @Override
          public void events(EventBatch batch) {
            throw new IllegalStateException("on purpose");
          }
        };
    driven.watch("/a", 0, broken);
    driven.watch("/a", 0, other);

    driven.apply(range(1, 25, "/a"));
    driven.settle();

    assertThat(broken.notices).containsExactly("started after 0", "ended INTERNAL at 0");
    assertThat(other.events()).isEqualTo(range(1, 25, "/a"));
  }

  @Test
  void beyondTheLimitASubscriptionEndsAtOnceAndAPlaceThatIsFreeIsTakenAgain() {
    WatchSettings two = new WatchSettings(100, 1 << 20, 10, 1 << 20, 50, 10_000, 5_000, 2);
    DrivenDelivery small = new DrivenDelivery(two);
    small.watch("/a", 0, new RecordingSubscriber());
    Watch second = small.watch("/a", 0, new RecordingSubscriber());

    small.watch("/a", 0, subscriber).cancel();
    assertThat(subscriber.notices).containsExactly("ended LIMIT_REACHED at 0");
    assertThat(small.delivery.subscribers()).isEqualTo(2);

    second.cancel();
    RecordingSubscriber third = new RecordingSubscriber();
    small.watch("/a", 0, third);
    small.settle();
    assertThat(third.notices).containsExactly("started after 0");
  }

  @Test
  void closingEndsEverySubscriptionWhereItIs() {
    RecordingSubscriber ahead = new RecordingSubscriber();
    RecordingSubscriber stalled = new RecordingSubscriber();
    driven.watch("/a", 0, subscriber);
    driven.watch("/a", 100, ahead);
    driven.watch("/a", 0, stalled);
    driven.settle();
    stalled.ready = false;
    driven.apply(range(1, 3, "/a"));
    driven.settle();
    RecordingSubscriber fresh = new RecordingSubscriber();
    driven.watch("/a", 2, fresh);

    driven.delivery.close(Reason.SHUTTING_DOWN);
    RecordingSubscriber tooLate = new RecordingSubscriber();
    driven.watch("/a", 0, tooLate);

    assertThat(subscriber.notices).endsWith("ended SHUTTING_DOWN at 3");
    assertThat(ahead.notices).endsWith("ended SHUTTING_DOWN at 99");
    assertThat(stalled.notices).endsWith("ended SHUTTING_DOWN at 0");
    assertThat(fresh.notices).containsExactly("ended SHUTTING_DOWN at 1");
    assertThat(tooLate.notices).containsExactly("ended SHUTTING_DOWN at 3");
    assertThat(driven.delivery.subscribers()).isZero();
  }

  @Test
  void aRevisionOutOfRangeIsRefused() {
    assertThatThrownBy(() -> driven.watch("/a", Limits.MAX_REVISION + 1, subscriber))
        .hasMessageContaining("(expected: 0 to " + Limits.MAX_REVISION + ")");
    assertThatThrownBy(() -> driven.watch("/a", -1, subscriber))
        .hasMessageContaining("from revision: -1");
    assertThat(driven.delivery.subscribers()).isZero();
  }

  @Test
  void countsWhatItDelivers() {
    driven.watch("/a", 0, subscriber);
    driven.watch("/a", 0, new RecordingSubscriber());
    driven.settle();

    driven.apply(range(1, 3, "/a"));
    driven.settle();

    assertThat(driven.registry.get("tenure.watch.events").counter().count()).isEqualTo(6);
    assertThat(driven.registry.get("tenure.watch.delay").timer().count()).isEqualTo(1);
  }
}
