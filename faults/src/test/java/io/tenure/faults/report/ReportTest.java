package io.tenure.faults.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Operation;
import io.tenure.faults.history.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static final long BEGAN = TimeUnit.SECONDS.toNanos(1_000);

  private final List<Entry> entries = new ArrayList<>();
  private long ops;

  private static long at(double second) {
    return BEGAN + (long) (second * 1e9);
  }

  private void granted(double second) {
    long op = ++ops;
    Operation operation = new Operation(Operation.Kind.ACQUIRE, 0, 0, "", List.of(), 0, "", 0);
    entries.add(new Entry.Invoked(op, "c", operation, at(second)));
    entries.add(new Entry.Returned(op, new Result(Result.Kind.OK, op, 0, ""), at(second)));
  }

  private void fault(String kind, double from, double to) {
    entries.add(new Entry.Fault(kind, "n1 <did> it", at(from), at(to), at(to), true));
  }

  private Timeline timeline() {
    return Timeline.of(History.of(entries));
  }

  private Report report(List<Verdict> verdicts, Logs logs) {
    return new Report(Map.of("seed", "6"), Map.of(), timeline(), verdicts, "", logs);
  }

  @Test
  void secondsWithoutAGrantCount() {
    granted(0);
    granted(0.5);
    granted(3.5);

    assertThat(timeline().grantsPerSecond()).containsExactly(2, 0, 0, 1);
    assertThat(timeline().availability()).isEqualTo(0.5);
  }

  @Test
  void secondsWithoutAGrantInTheEndCount() {
    granted(0);
    entries.add(new Entry.Calm(at(1), at(3.5)));

    assertThat(timeline().grantsPerSecond()).containsExactly(1, 0, 0, 0);
    assertThat(timeline().availability()).isEqualTo(0.25);
  }

  @Test
  void gapThatLastsToTheEndCounts() {
    granted(0);
    fault("kill", 1, 5);
    entries.add(new Entry.Calm(at(5), at(9)));

    assertThat(timeline().longestGapMillis()).containsEntry("kill", 8_000L);
  }

  @Test
  void runIsGoodIfItProvesSomething() {
    granted(0);
    fault("kill", 1, 2);

    assertThat(report(List.of(kept(1)), Logs.NONE).isGood()).isTrue();
  }

  @Test
  void promiseThatWasNotPutToTheTestIsNotKept() {
    granted(0);
    fault("kill", 1, 2);

    Report report = report(List.of(kept(0)), Logs.NONE);

    assertThat(report.isGood()).isFalse();
    assertThat(TextReport.of(report)).contains("not tested: a promise", "the run is INVALID");
  }

  @Test
  void runWithoutAnyFaultProvesNothing() {
    granted(0);
    entries.add(new Entry.Skipped("wipe", "no <leader>", at(1)));

    Report report = report(List.of(kept(1)), Logs.NONE);

    assertThat(report.isGood()).isFalse();
    assertThat(TextReport.of(report)).contains("no fault was injected", "could not start");
    assertThat(HtmlReport.of(report)).contains("no &lt;leader&gt;");
    assertThat(JsonReport.of(report)).contains("\"wipe\": 1");
  }

  private static Verdict kept(long checked) {
    return new Verdict("a promise", "5. It", true, checked, 0, 0, List.of());
  }

  @Test
  void variantIsCaughtByPromisesOfTheDesignOnly() {
    Verdict ofDesign = new Verdict("one", "5. It", true, 1, 0, 1, List.of());
    Verdict ofRun = new Verdict("other", "Progress returns", true, 1, 0, 1, List.of());

    assertThat(report(List.of(ofDesign, ofRun), Logs.NONE).broken()).containsExactly("one");
  }

  @Test
  void gapBelongsToTheFaultInWhichItBegan() {
    granted(0);
    granted(1.5);
    fault("kill", 1, 5);
    granted(5.5);
    fault("pause", 6, 9);
    granted(9);

    assertThat(timeline().longestGapMillis()).containsEntry("kill", 4_000L);
    assertThat(timeline().longestGapMillis()).containsEntry("pause", 3_000L);
  }

  @Test
  void everyFormTellsOfAViolationAndWhatWasLoggedThen(@TempDir Path folder) throws IOException {
    Path log = Files.writeString(folder.resolve("server.log"), Instant.now() + " INFO leads\n");
    granted(0);
    fault("kill", 0, 1);
    Entry seen = new Entry.Lost("c", 0, 7, "", System.nanoTime());
    Violation violation = new Violation("c was told too late", List.of(seen));
    Verdict verdict = new Verdict("a promise", "5. It", true, 3, 2, 1, List.of(violation));

    Report report = report(List.of(verdict), new Logs(Map.of("n1", log)));

    assertThat(report.isGood()).isFalse();
    assertThat(TextReport.of(report)).contains("c was told too late", "n1 INFO leads", "VIOLATED");
    assertThat(HtmlReport.of(report))
        .contains("c was told too late", "n1 INFO leads", "VIOLATED", "n1 &lt;did&gt; it");
    JsonObject json = JsonParser.parseString(JsonReport.of(report)).getAsJsonObject();
    assertThat(json.get("good").getAsBoolean()).isFalse();
    assertThat(json.toString()).contains("c was told too late", "n1 INFO leads");
  }

  @Test
  void logsAreReadOnceForAllViolations(@TempDir Path folder) throws IOException {
    Path log = Files.writeString(folder.resolve("server.log"), Instant.now() + " INFO leads\n");
    Entry seen = new Entry.Lost("c", 0, 7, "", System.nanoTime());
    Violation violation = new Violation("c was told too late", List.of(seen));
    Logs logs = new Logs(Map.of("n1", log));
    List<String> found = logs.around(violation);

    Files.delete(log);

    assertThat(logs.around(violation)).isEqualTo(found).hasSize(1);
  }

  @Test
  void runWithoutAnyGrantCanBeTold() {
    Report report = report(List.of(), Logs.NONE);

    assertThat(TextReport.of(report)).contains("0 grants");
    assertThat(HtmlReport.of(report)).contains("</svg>");
    assertThat(JsonReport.of(report)).contains("\"grants\": 0");
  }

  @Test
  void axisHasRoundSteps() {
    assertThat(TimelinePlot.niceStep(3, 4)).isEqualTo(1);
    assertThat(TimelinePlot.niceStep(123, 4)).isEqualTo(50);
    assertThat(TimelinePlot.niceStep(130, 12)).isEqualTo(20);
    assertThat(TimelinePlot.niceStep(1_800, 12)).isEqualTo(200);
  }
}
