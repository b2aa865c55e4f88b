package io.tenure.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.compare.result.Results;
import io.tenure.compare.result.Run;
import io.tenure.compare.result.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static final Results VALID =
      Samples.results(
          Samples.run("etcd", 1, 1_000),
          Samples.run("tenure", 1, 10_000),
          Samples.run("tenure", 2, 40_000),
          Samples.run("tenure", 3, 20_000),
          Samples.run("etcd", 2, 3_000));

  @Test
  void tableHasTheMedianAndItsRatioToTenure() {
    String text = TextReport.of(VALID);

    assertThat(text)
        .contains("contended, 16 workers on one key, one client each")
        .containsPattern("tenure +2,000/s +×1.00 +1,000/s–4,000/s +1.25")
        .containsPattern("etcd +200/s +×0.10 +100/s–300/s");
  }

  @Test
  void detailsHaveTheCostOfAnOperation() {
    assertThat(TextReport.of(VALID))
        .containsPattern("cost of one operation\\R +system +network bytes +client CPU +leader CPU")
        .containsPattern("tenure +1,000 +20.0 µs +50.0 µs +30.0 µs +0.50 +4.00");
  }

  @Test
  void runWithAViolationIsNamedAndNotIncluded() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("etcd", 1, 1_000),
            Samples.run("etcd", 2, 900_000, Samples.violations(3)));

    String text = TextReport.of(results);
    String page = HtmlReport.of(results);

    assertThat(results.sound()).isFalse();
    assertThat(text)
        .containsPattern("etcd \\(!\\) +100/s +×0.10")
        .contains("!!! 1 of 3 runs are INVALID")
        .contains("etcd, contended, round 2: 3 mutual exclusion violations; e.g. /k: granted");
    assertThat(page).contains("1 of 3 runs are invalid").contains("class=\"bad\"");
  }

  @Test
  void faultsOfAllRunsAreAlwaysSummedUp() {
    Results rejected =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("etcd", 1, 1_000, Samples.violations(3)),
            Samples.run("etcd", 2, 1_000, Samples.violations(2)));
    String none =
        "5 runs: 0 mutual exclusion violations, 0 stale tokens, 0 lost grants, 0 stuck keys";

    assertThat(TextReport.of(VALID)).endsWith(none + System.lineSeparator());
    assertThat(HtmlReport.of(VALID)).contains(none);
    assertThat(TextReport.of(rejected)).contains("3 runs: 5 mutual exclusion violations, 0 stale");
    assertThat(HtmlReport.of(rejected)).contains("3 runs: 5 mutual exclusion violations, 0 stale");
  }

  @Test
  void errorsOfAllRoundsAreAddedUp() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000, Samples.errors(1)),
            Samples.run("tenure", 2, 10_000, Samples.errors(0)),
            Samples.run("tenure", 3, 10_000, Samples.errors(4)));

    assertThat(TextReport.of(results)).containsPattern("tenure +1,000/s .* 5\\R");
  }

  @Test
  void memoryOfHoldersIsShownWithTheMemoryBefore() {
    assertThat(TextReport.of(Samples.results(Samples.holders("tenure", 200, 300))))
        .containsPattern("server memory .* before +growth")
        .containsPattern("tenure +300 MiB .* 200 MiB +100 MiB");
  }

  @Test
  void gapWithoutAnEndHasNoRatio() {
    Results results =
        Samples.results(Samples.failover("tenure", 200.0), Samples.failover("etcd", null));

    assertThat(TextReport.of(results))
        .containsPattern("tenure +200 ms +×1.00")
        .containsPattern("etcd +> 30 s +> 30 s");
  }

  @Test
  void nothingIsComparedWithAnInvalidRun() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000, Samples.violations(1)), Samples.run("etcd", 1, 1_000));

    assertThat(TextReport.of(results))
        .containsPattern("tenure \\(!\\) +INVALID\\R")
        .doesNotContain("×");
  }

  @Test
  void serviceWithUnknownProcessesHasNoColumnsOfServers() {
    String text = TextReport.of(Samples.results(Samples.ofService(1_000)));

    assertThat(text)
        .containsPattern("acquire p50 +p90 +p99 +p99.9 +max +release p50 +p90 +p99 +max")
        .containsPattern("tenure +100 µs +200 µs +300 µs +400 µs +500 µs")
        .contains("client CPU")
        .doesNotContain("server CPU")
        .doesNotContain("cost of one operation");
  }

  @Test
  void ratioOfTwoBuildsIsTakenWithinEachRound() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("tenure-b", 1, 11_000),
            Samples.run("tenure-b", 2, 22_000),
            Samples.run("tenure", 2, 20_000),
            Samples.run("tenure", 3, 40_000),
            Samples.run("tenure-b", 3, 36_000));

    assertThat(TextReport.of(results))
        .contains("builds: ratio of tenure-b to tenure")
        .containsPattern("contended +hand-offs +2,000/s +2,200/s +×1.10 +×0.90–×1.10")
        .containsPattern("contended +server CPU +80.0 µs +80.0 µs +×1.00 +×1.00–×1.00");
    assertThat(HtmlReport.of(results)).contains("builds: ratio of tenure-b to tenure");
    assertThat(JsonReport.of(results)).contains("\"ratio\":{\"median\":1.1,\"min\":0.9,");
  }

  @Test
  void invalidRunIsNoPartOfTheRatioOfTwoBuilds() {
    Results results =
        Samples.results(
            Samples.run("tenure", 1, 10_000),
            Samples.run("tenure-b", 1, 10_000),
            Samples.run("tenure", 2, 10_000),
            Samples.run("tenure-b", 2, 90_000, Samples.violations(1)));

    assertThat(TextReport.of(results))
        .containsPattern("contended +hand-offs +1,000/s +1,000/s +×1.00\\R");
  }

  @Test
  void jsonHasEveryRunAndCanBeReadAgain() {
    String json = JsonReport.of(VALID);

    assertThat(JsonReport.read(json)).isEqualTo(VALID);
    assertThat(json)
        .contains("\"spread\":{\"median\":2000,\"min\":1000,\"max\":4000,\"count\":3}")
        .contains("\"vsTenure\":0.1");
  }

  @Test
  void pageIsSelfContained() {
    String page = HtmlReport.of(VALID);

    assertThat(page)
        .doesNotContain("<script")
        .doesNotContain("src=")
        .doesNotContain("href=")
        .doesNotContain("@import")
        .contains("A processor, 2 cores")
        .contains("./tenure bench --workload contended")
        .contains("Left out: redis, not installed (apt-get install redis-server)")
        .contains("coordinated omission")
        .contains("prefers-color-scheme: dark");
  }

  @Test
  void textFromSystemsCannotBecomeMarkup() {
    assertThat(HtmlReport.of(VALID)).contains("3 &lt;b&gt;").doesNotContain("3 <b>");
  }

  @Test
  void failedRunIsInvalid() {
    Run run = Run.failed("etcd", 1, Samples.CONTENDED, "no port is free\nlog");

    assertThat(run.valid()).isFalse();
    assertThat(TextReport.of(Samples.results(run)))
        .contains("round 1: no port is free")
        .doesNotContain("log");
  }

  @Test
  void spreadHasTheMedianOfEvenAndOddCounts() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 3, 3));
    assertThat(Spread.of(List.of(1.0, 2.0))).isEqualTo(new Spread(1.5, 1, 2, 2));
  }
}
