package io.tenure.simulation.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.simulation.stage.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ScenarioTest {
  private static final int SEEDS = 20;
  private static final int WIDEST_LINE = 110;

  /** Every story but the one with a thousand clients, which takes its time. */
  static Stream<Scenario> quick() {
    return Scenario.all().stream().filter(scenario -> scenario != Scenario.THUNDERING_HERD);
  }

  @ParameterizedTest
  @MethodSource("quick")
  void comesOutAsIntendedWhateverTheSeed(Scenario scenario) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Line> lines = new ArrayList<>();

      boolean shown = scenario.tell(seed, true, lines::add);

      assertThat(shown).as("seed %d: %s", seed, lines.get(lines.size() - 1)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("quick")
  void theSameSeedTellsTheSameStory(Scenario scenario) {
    assertThat(tell(scenario, 7)).isEqualTo(tell(scenario, 7)).isNotEqualTo(tell(scenario, 8));
  }

  @ParameterizedTest
  @MethodSource("quick")
  void isShortAndHasATitleAndALastLine(Scenario scenario) {
    assertWellFormed(scenario, lines(scenario, 1));
  }

  private static void assertWellFormed(Scenario scenario, List<Line> lines) {
    assertThat(lines).hasSizeBetween(15, 40);
    assertThat(lines).first().hasToString(scenario + " (seed 1): " + scenario.summary());
    assertThat(lines).last().extracting(Line::kind).isEqualTo(Line.Kind.SHOWN);
    assertThat(lines).allMatch(line -> line.toString().length() <= WIDEST_LINE);
    assertThat(lines)
        .filteredOn(Line::isTimed)
        .extracting(Line::stamp)
        .allMatch(stamp -> stamp.matches("\\[ ?\\d{1,2}\\.\\d]"));
  }

  @Test
  void namesAreThoseOfTheCommandLine() {
    assertThat(Scenario.all())
        .extracting(Scenario::toString)
        .containsExactly(
            "competing-clients",
            "crashed-holder",
            "paused-holder",
            "majority",
            "leader-failover",
            "redis-failover",
            "redlock-clock-jump",
            "thundering-herd",
            "deadlock",
            "subtree");
    assertThat(Scenario.named("paused-holder")).contains(Scenario.PAUSED_HOLDER);
    assertThat(Scenario.named("PAUSED_HOLDER")).isEmpty();
  }

  @Test
  void competingClientsAreServedAsTheyCame() {
    assertThat(tell(Scenario.COMPETING_CLIENTS, 1))
        .containsSubsequence(
            "granted /account to Client",
            ", token 1",
            " waits: Client",
            " holds /account",
            " holds /account, 1 ahead in line",
            "releases /account",
            ", next in line, token ",
            "the balance is 140",
            "Shown: all were served in the order they came");
  }

  @Test
  void crashedHolderIsSucceededByTheNextInLine() {
    String text = tell(Scenario.CRASHED_HOLDER, 1);

    assertThat(text)
        .containsSubsequence(
            "granted /account to Client1",
            "Client2 waits: Client1 holds /account",
            "Client3 waits: Client1 holds /account, 1 ahead in line",
            "Client1:  crashes",
            "heard nothing from Client1 for 5.",
            "granted /account to Client2, next in line",
            "granted /account to Client3, next in line",
            "Shown: ");
    assertThat(find(text, "heard nothing from Client1 for (\\S+) s"))
        .isEqualTo(find(text, "Shown: .* ended (\\S+) s after its last sign of life"));
  }

  @Test
  void pausedHolderIsStoppedByItsToken() {
    String text = tell(Scenario.PAUSED_HOLDER, 1);

    assertThat(text)
        .containsSubsequence(
            "granted /account to Client1, token ",
            "Client1:  stands still",
            "granted /account to Client2, next in line, token ",
            "Database: accepted Client2",
            "Client1:  goes on, unaware: writes the sum, 150, with token ",
            "Database: rejected Client1, stale token ",
            "Database: accepted Client1",
            "the balance is 170",
            "Shown: the late write had the old token ");
    assertThat(find(text, "granted /account to Client1, token (\\d+)"))
        .isEqualTo(find(text, "rejected Client1, stale token (\\d+)"))
        .isEqualTo(find(text, "Shown: the late write had the old token (\\d+)"));
    assertThat(find(text, "granted /account to Client2, next in line, token (\\d+)"))
        .isEqualTo(find(text, "rejected Client1, stale token \\d+ \\(seen (\\d+)\\)"));
  }

  @Test
  void pausedHolderWithoutFencingDestroysADeposit() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      List<Line> lines = new ArrayList<>();

      boolean shown = Scenario.PAUSED_HOLDER.tell(seed, false, lines::add);

      assertThat(shown).isTrue();
      assertThat(text(lines))
          .doesNotContain("rejected")
          .containsSubsequence(
              "paused-holder without fencing (seed " + seed + ")",
              "Database: accepted Client2",
              "Client1:  goes on, unaware",
              "Database: accepted Client1",
              "the balance is 150, but 170 would be right",
              "Shown: unfenced, the late write was accepted");
    }
  }

  @Test
  void onlyThePausedHolderCanDoWithoutFencing() {
    assertThatThrownBy(() -> Scenario.DEADLOCK.tell(1, false, line -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void majorityGoesOnAndMinorityDoesNot() {
    String text = tell(Scenario.MAJORITY, 1);

    assertThat(text)
        .containsSubsequence(
            "crashes; 2 of 3 servers are up",
            "granted /backup to Client3",
            "crashes; 1 of 3 servers is up",
            "is alone, which is no majority, and leads no more",
            "Client3:  asks for /report",
            "Client2:  sees that its term is over",
            "Client3:  still has no answer",
            "Client1:  still holds /mail",
            "is back; 2 of 3 servers are up",
            "is elected leader",
            "granted /report to Client3",
            "heard nothing from Client2",
            "Shown: ");
  }

  @Test
  void failoverKeepsLocksQueueAndTokens() {
    assertThat(tell(Scenario.LEADER_FAILOVER, 1))
        .doesNotContain("heard nothing")
        .doesNotContain("rejected")
        .containsSubsequence(
            "Client3 waits: Client1 holds /account",
            "crashes; it was the leader",
            "is elected leader",
            "Client2:  still holds /mail",
            "Database: accepted Client1, token 1",
            "granted /account to Client3, next in line",
            "crashes; it was the leader",
            "is elected leader",
            "granted /account to Client3",
            "Shown: ");
  }

  @Test
  void redisGivesOneLockToTwo() {
    assertThat(tell(Scenario.REDIS_FAILOVER, 1))
        .containsSubsequence(
            "Client1 holds /account",
            "Redis1:   crashes",
            "makes Redis2 the primary",
            "Client2 holds /account",
            "Database: accepted Client2: the balance is 120",
            "Database: accepted Client1: the balance is 150, but 170 would be right",
            "Shown: ");
  }

  @Test
  void redlockGivesOneLockToTwo() {
    assertThat(tell(Scenario.REDLOCK_CLOCK_JUMP, 1))
        .containsSubsequence(
            "Client1:  cannot reach Redis4 and Redis5",
            "Client1 holds /account",
            "Redis3:   its wall clock is set forward",
            "Client2 holds /account",
            "Database: accepted Client1: the balance is 150, but 170 would be right",
            "Shown: ");
  }

  @Test
  void herdIsCountedAndTheQueueNeedsOneRequestPerHandOver() {
    List<Line> lines = lines(Scenario.THUNDERING_HERD, 1);
    String text = text(lines);

    assertWellFormed(Scenario.THUNDERING_HERD, lines);
    assertThat(text)
        .containsSubsequence(
            "immediate retry: ",
            "hand-over 10",
            "full-jitter backoff: ",
            "hand-over 10",
            "Tenure's queue: ",
            "hand-over 10, to Candidate",
            ", 10 requests after the holder left",
            "Shown: 10 hand-overs cost ");
    assertThat(find(text, "(?m)^immediate retry +\\S+ +(\\S+)"))
        .isEqualTo(find(text, "hand-over 10, to \\S+, (\\S+) requests"))
        .isEqualTo(find(text, "Shown: 10 hand-overs cost (\\S+) requests"));
    assertThat(text).containsPattern("(?m)^Tenure's queue +1,001 +10 .* yes$");
  }

  @Test
  void deadlockIsNamedAndBothGoOn() {
    assertThat(tell(Scenario.DEADLOCK, 1))
        .containsSubsequence(
            " waits: Client",
            " holds /accounts/ben",
            "Tenure:   refused Client",
            " waits for Client",
            " at /accounts/anna",
            " waits for Client",
            " at /accounts/ben",
            "releases /accounts/ben",
            "has both and makes its transfer",
            "has both and makes its transfer",
            "Shown: the circle Client");
  }

  @Test
  void subtreeExcludesWhatIsInItAndNothingElse() {
    assertThat(tell(Scenario.SUBTREE, 1))
        .containsSubsequence(
            "granted /billing and all below to Client1",
            "Client2 waits: Client1 holds /billing",
            "granted /shipping/job-A to Client4",
            "granted /billing/job-A to Client2, next in line",
            "Client1 waits: Client2 holds /billing/job-A",
            "Client3 waits: an earlier request comes first",
            "granted /billing and all below to Client1, next in line",
            "granted /billing/job-B to Client3, next in line",
            "Shown: ");
  }

  private static String tell(Scenario scenario, long seed) {
    return text(lines(scenario, seed));
  }

  private static List<Line> lines(Scenario scenario, long seed) {
    List<Line> lines = new ArrayList<>();
    scenario.tell(seed, true, lines::add);
    return lines;
  }

  private static String text(List<Line> lines) {
    return String.join("\n", lines.stream().map(Line::toString).toList());
  }

  private static String find(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
