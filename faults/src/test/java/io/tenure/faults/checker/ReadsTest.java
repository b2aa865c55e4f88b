package io.tenure.faults.checker;

import static io.tenure.faults.checker.HistoryBuilder.exclusive;
import static io.tenure.faults.checker.HistoryBuilder.permit;
import static io.tenure.faults.checker.HistoryBuilder.shared;
import static io.tenure.faults.checker.HistoryBuilder.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.ReadsShowTheTruth;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.Entry.Shown;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What reads showed of a key, case by case. */
class ReadsTest {
  private static final String NAME = new ReadsShowTheTruth().name();

  private final HistoryBuilder story = new HistoryBuilder();

  @Test
  void readsThatShowWhatWasHeldAreRight() {
    story.shown("/a", 0);
    long first = story.granted("ann", shared("/a"));
    story.shown("/a", 0, new Shown(first, ""));
    long second = story.granted("bob", shared("/a"));
    story.queued("cem", exclusive("/a"));
    story.shown("/a", 1, new Shown(first, ""), new Shown(second, ""));
    story.changed(first, "v").ended(second, "BY_RELEASE");
    story.shown("/a", 1, new Shown(first, "v")).shown("/b", 0);

    assertThat(story.broken()).isEmpty();
    assertThat(TamperedHistory.verdict(story.entries(), new ReadsShowTheTruth()).checked())
        .isEqualTo(5);
  }

  @Test
  void treeAboveIsShownAndWhoWaitsThereIsNot() {
    long token = story.granted("ann", tree("/a"));
    story.queued("bob", tree("/a"));
    story.shown("/a/b", 0, new Shown(token, ""));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void permitsAreShownAndWhoIsAwayDoesNotWait() {
    long first = story.granted("ann", permit("/p", 2));
    long second = story.granted("bob", permit("/p", 2));
    story.queued("cem", permit("/p", 2)).absent("cem");
    story.shown("/p", 0, new Shown(first, ""), new Shown(second, ""));
    story.back("cem").shown("/p", 1, new Shown(first, ""), new Shown(second, ""));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void holdIsShownOnceHoweverOftenItReachesTheKey() {
    long token = story.granted("ann", tree("/a"), exclusive("/a/b"));
    story.downgraded(token).shown("/a/b", 0, new Shown(token, ""));

    assertThat(story.broken()).isEmpty();
  }

  @Test
  void holdThatIsOverIsFound() {
    long token = story.granted("ann", exclusive("/a"));
    story.ended(token, "BY_RELEASE").shown("/a", 0, new Shown(token, ""));

    assertThat(story.broken()).containsExactly(NAME);
  }

  @Test
  void holdThatIsNotShownIsFound() {
    story.granted("ann", exclusive("/a"));
    story.shown("/a", 0);

    assertThat(story.broken()).containsExactly(NAME);
  }

  @Test
  void valueOfBeforeIsFound() {
    long token = story.granted("ann", exclusive("/a"));
    story.changed(token, "new").shown("/a", 0, new Shown(token, ""));

    assertThat(story.broken()).containsExactly(NAME);
  }

  @Test
  void waitingRequestThatIsNotShownIsFound() {
    long token = story.granted("ann", exclusive("/a"));
    story.queued("bob", exclusive("/a")).shown("/a", 0, new Shown(token, ""));

    assertThat(story.broken()).containsExactly(NAME);
  }

  @Test
  void whatNobodyWatchedIsLeftOut() {
    story.skipTo(9).granted("ann", exclusive("/a"));
    story.shown("/a", 7);
    story.add(new Entry.KeyRead("reader", 0, "/a", 99, List.of(), 1, story.step()));

    Verdict verdict = TamperedHistory.verdict(story.entries(), new ReadsShowTheTruth());
    assertThat(verdict.leftOut()).isEqualTo(2);
    assertThat(verdict.violations()).isEmpty();
  }
}
