package io.tenure.server.watch;

import static io.tenure.server.watch.WatchEvents.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long MILLIS = DrivenDelivery.SMALL.progressMillis();

  private final DrivenDelivery driven = new DrivenDelivery(DrivenDelivery.SMALL);
  private final RecordingSubscriber subscriber = new RecordingSubscriber();

  @Test
  void anIdleWatchLearnsHowFarItIs() {
    driven.watch("/a", 0, subscriber);
    driven.settle();

    driven.apply(range(1, 7, "/b"));
    driven.settle();
    assertThat(subscriber.notices).containsExactly("started after 0");
    driven.pass(MILLIS);
    driven.settle();

    assertThat(subscriber.notices).containsExactly("started after 0", "progress to 7");
  }

  @Test
  void aWatchThatIsToldSomethingNeedsNoProgress() {
    driven.watch("/a", 0, subscriber);
    driven.settle();

    for (int n = 1; n <= 20; n++) {
      driven.pass(MILLIS / 2 - 1);
      driven.apply(range(n, n, "/a"));
      driven.settle();
    }

    assertThat(subscriber.notices).hasSize(21).doesNotContain("progress to 20");
    driven.pass(MILLIS);
    driven.settle();
    assertThat(subscriber.notices).endsWith("event 20", "progress to 20");
  }

  @Test
  void whoIsNotReadyOrWaitsForTheFutureIsNotToldOfWhatItHasNotSeen() {
    RecordingSubscriber unready = new RecordingSubscriber();
    RecordingSubscriber ahead = new RecordingSubscriber();
    driven.watch("/a", 0, unready);
    driven.watch("/a", 10, ahead);
    driven.settle();
    unready.ready = false;

    driven.apply(range(1, 3, "/a"));
    driven.settle();
    driven.pass(MILLIS);
    driven.settle();

    assertThat(unready.notices).containsExactly("started after 0");
    assertThat(ahead.notices).containsExactly("started after 9", "progress to 9");
  }

  @Test
  void noticesAreSpreadOverTime() {
    List<RecordingSubscriber> many = Stream.generate(RecordingSubscriber::new).limit(1000).toList();
    many.forEach(one -> driven.watch("/a", 0, one));
    driven.settle();

    int most = 0;
    long before = 0;
    for (int step = 0; step < 100; step++) {
      driven.pass(MILLIS / 100);
      driven.settle();
      long now = many.stream().filter(one -> one.notices.size() > 1).count();
      most = Math.max(most, (int) (now - before));
      before = now;
    }

    assertThat(before).isEqualTo(1000);
    assertThat(most).as("of 1000 in a hundredth of the time").isLessThan(60);
  }
}
