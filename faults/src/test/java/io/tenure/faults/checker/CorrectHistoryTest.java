package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.checker.safety.GrantsStand;
import io.tenure.faults.checker.safety.LogConsistency;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.History;
import io.tenure.faults.history.Result;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorrectHistoryTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void nothingIsFoundInHistoriesInWhichNothingIsWrong(long seed) {
    List<Entry> entries = TinyWorld.history(seed);

    List<Verdict> verdicts = new Checker(TamperedHistory.BOUNDS).check(History.of(entries));

    assertThat(verdicts).flatMap(Verdict::violations).isEmpty();
    assertThat(verdicts).allMatch(Verdict::isKept);
  }

  @Test
  void everyPromiseIsPutToTheTest() {
    Set<String> tested = new TreeSet<>();

    for (long seed = 1; seed <= 12; seed++) {
      for (Verdict verdict :
          new Checker(TamperedHistory.BOUNDS).check(History.of(TinyWorld.history(seed)))) {
        if (verdict.checked() > 0) {
          tested.add(verdict.promise());
        }
      }
    }

    assertThat(tested).hasSize(24);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatNobodyKnowsIsNeitherSuccessNorFailure(long seed) {
    Random random = new Random(seed);
    List<Entry> entries = new ArrayList<>(TinyWorld.history(seed));

    // Who has several handles of a hold knows that it has them.
    Set<Long> shared = tokensToldTwice(entries);
    entries.replaceAll(
        entry -> random.nextInt(3) == 0 && !isOfOne(entry, shared) ? forgetResult(entry) : entry);
    entries.removeIf(
        entry ->
            entry instanceof Entry.Returned && random.nextInt(20) == 0 && !isOfOne(entry, shared));

    // That nobody gets anything done is not for those who know nothing to say.
    entries.removeIf(entry -> entry instanceof Entry.Calm);
    assertThat(TamperedHistory.broken(entries)).isEmpty();
  }

  private static Set<Long> tokensToldTwice(List<Entry> entries) {
    Set<Long> told = new HashSet<>();
    Set<Long> twice = new HashSet<>();
    for (Entry entry : entries) {
      if (entry instanceof Entry.Returned returned && !told.add(returned.result().token())) {
        twice.add(returned.result().token());
      }
    }
    twice.remove(0L);
    return twice;
  }

  private static boolean isOfOne(Entry entry, Set<Long> tokens) {
    return entry instanceof Entry.Returned returned && tokens.contains(returned.result().token());
  }

  private static Entry forgetResult(Entry entry) {
    return entry instanceof Entry.Returned returned
        ? new Entry.Returned(
            returned.op(), new Result(Result.Kind.UNKNOWN, 0, 0, ""), returned.nanos())
        : entry;
  }

  @Test
  void partsOfTheLogThatNobodyWatchedAreLeftOut() {
    List<Entry> entries = new ArrayList<>(TinyWorld.history(1));

    // What is between is not missing in any one watch: none was asked for it.
    entries.removeIf(
        entry ->
            entry instanceof Entry.Watched seen
                && seen.event().revision() >= 100
                && seen.event().revision() < 150);
    entries.removeIf(entry -> entry instanceof Entry.WatchProgress);
    entries.removeIf(
        entry ->
            entry instanceof Entry.WatchBegan began
                && began.fromRevision() > 100
                && began.fromRevision() <= 150);
    for (Entry entry : List.copyOf(entries)) {
      if (entry instanceof Entry.Watched seen && seen.event().revision() == 150) {
        entries.add(
            entries.indexOf(seen),
            new Entry.WatchCutOff(seen.watch(), seen.shard(), 150, seen.nanos()));
      }
    }

    // That they were not watched is told, and nothing else.
    assertThat(TamperedHistory.broken(entries)).containsExactly("the history makes sense");
    assertThat(TamperedHistory.verdict(entries, new GrantsStand()).leftOut()).isPositive();
    assertThat(TamperedHistory.verdict(entries, new LogConsistency()).leftOut()).isPositive();
  }

  @Test
  void anEmptyHistoryBreaksNothing() {
    assertThat(TamperedHistory.broken(List.of())).isEmpty();
  }
}
