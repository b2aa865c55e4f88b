package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Answers.Answer;
import io.tenure.core.Answers.Kind;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class AnswersTest {
  @Test
  void agreesWithSortedMapForNumbersThatComeNearlyInOrder() {
    SplittableRandom random = new SplittableRandom(11);
    Answers answers = new Answers();
    TreeMap<Long, Answer> expected = new TreeMap<>();
    long dropped = 0;

    for (int step = 1; step <= 50_000; step++) {
      long number = Math.max(dropped + 1, step + random.nextLong(-20, 20));
      if (!expected.containsKey(number)) {
        Answer answer = new Answer(number, Kind.RELEASE, new Outcome.Released(step));
        answers.add(answer);
        expected.put(number, answer);
      }
      if (random.nextInt(30) == 0) {
        dropped = Math.max(dropped, step - random.nextLong(60));
        int gone = expected.headMap(dropped, true).size();
        expected.headMap(dropped, true).clear();
        assertThat(answers.dropThrough(dropped)).isEqualTo(gone);
      }
      assertThat(answers.size()).isEqualTo(expected.size());
      assertThat(answers.find(number)).isEqualTo(expected.get(number));
    }

    assertThat(answers.toList()).containsExactlyElementsOf(expected.values());
    assertThat(answers.lowest()).isEqualTo(expected.firstEntry().getValue());
  }

  @Test
  void answerToRequestGivenUpBeforeItArrivedFitsAcquireAndConvertOnly() {
    assertThat(Kind.WITHDRAW.answers(Kind.ACQUIRE)).isTrue();
    assertThat(Kind.WITHDRAW.answers(Kind.CONVERT)).isTrue();
    assertThat(Kind.WITHDRAW.answers(Kind.RELEASE)).isFalse();
    assertThat(Kind.ACQUIRE.answers(Kind.CONVERT)).isFalse();
  }
}
