package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import io.tenure.faults.report.Logs;
import io.tenure.faults.report.Report;
import io.tenure.faults.report.Timeline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DetectionTest {
  private static final Verdict KEPT = new Verdict("fair", "6. Fair", true, 1, 0, 0, List.of());

  private static long at(long second) {
    return TimeUnit.SECONDS.toNanos(1_000 + second);
  }

  private static Report report(Verdict verdict, String trouble) {
    Operation asked = new Operation(Operation.Kind.ACQUIRE, 0, 0, "", List.of(), 0, "", 0);
    List<Entry> entries =
        List.of(
            new Entry.Invoked(1, "c", asked, at(0)),
            new Entry.Returned(1, new Result(Result.Kind.OK, 7, 0, ""), at(0)),
            new Entry.Fault("kill", "", at(1), at(2), at(2), true));
    Timeline timeline = Timeline.of(History.of(entries));
    return new Report(Map.of(), Map.of(), timeline, List.of(verdict), trouble, Logs.NONE);
  }

  private static Verdict broken(String about) {
    List<Violation> seen =
        List.of(
            new Violation("late", List.of(new Entry.Lost("c", 0, 7, "", at(9)))),
            new Violation(
                "early",
                List.of(
                    new Entry.Lost("c", 0, 7, "", at(3)), new Entry.Lost("c", 0, 7, "", at(5)))));
    return new Verdict("tokens only grow", about, true, 2, 0, 2, seen);
  }

  @Test
  void caughtIsWhatBreaksAPromise() {
    Detection caught =
        Detection.of(BrokenVariant.TOKEN_RESTART, report(broken("2. Tokens only grow"), ""));

    assertThat(caught.isAsItShouldBe()).isTrue();
    assertThat(Detection.table(List.of(caught)))
        .containsPattern("token-restart +yes +5\\.0 s +tokens only grow");
  }

  @Test
  void whatIsMissedOrNotRunIsAFailure() {
    Detection missed = Detection.of(BrokenVariant.TOKEN_RESTART, report(KEPT, ""));
    Detection stuck =
        Detection.of(BrokenVariant.TOKEN_RESTART, report(broken("Progress"), "ended early"));
    Detection absent = Detection.notRun(BrokenVariant.TOKEN_RESTART, "needs root");

    assertThat(List.of(missed, stuck, absent)).noneMatch(Detection::isAsItShouldBe);
    assertThat(Detection.table(List.of(missed, stuck, absent)))
        .containsPattern("token-restart +NO\\n")
        .containsPattern("token-restart +NO +the run is invalid")
        .containsPattern("token-restart +NOT RUN +needs root");
  }

  @Test
  void whatCannotBeSeenHereNeedNotBeCaughtButMustBeRunProperly() {
    Detection unseen = Detection.of(BrokenVariant.FSYNC_OFF, report(KEPT, ""));
    Detection stuck = Detection.of(BrokenVariant.FSYNC_OFF, report(KEPT, "ended early"));

    assertThat(unseen.isAsItShouldBe()).isTrue();
    assertThat(stuck.isAsItShouldBe()).isFalse();
    assertThat(Detection.table(List.of(unseen, stuck)))
        .containsPattern("fsync-off +no +nothing, as expected")
        .containsPattern("fsync-off +no +the run is invalid");
  }
}
