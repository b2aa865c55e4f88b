package io.tenure.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Outcome;
import io.tenure.core.session.RememberedAnswers.Answer;
import io.tenure.core.session.RequestFingerprint.Kind;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RememberedAnswersTest {
  @Test
  void agreesWithSortedMapForNumbersThatComeNearlyInOrder() {
    SplittableRandom random = new SplittableRandom(11);
    RememberedAnswers answers = new RememberedAnswers();
    TreeMap<Long, Answer> expected = new TreeMap<>();
    long dropped = 0;

    for (int step = 1; step <= 50_000; step++) {
      long number = Math.max(dropped + 1, step + random.nextLong(-20, 20));
      if (!expected.containsKey(number)) {
        Answer answer =
            new Answer(
                number, new RequestFingerprint(Kind.RELEASE, step), new Outcome.Released(step));
        answers.add(answer);
        expected.put(number, answer);
      }
      if (random.nextInt(30) == 0) {
        dropped = Math.max(dropped, step - random.nextLong(60));
        expected.headMap(dropped, true).clear();
        answers.dropThrough(dropped);
      }
      assertThat(answers.size()).isEqualTo(expected.size());
      assertThat(answers.bytes())
          .isEqualTo(expected.values().stream().mapToLong(Answer::bytes).sum());
      assertThat(answers.find(number)).isEqualTo(expected.get(number));
    }

    assertThat(answers.toList()).containsExactlyElementsOf(expected.values());
    assertThat(answers.lowest()).isEqualTo(expected.firstEntry().getValue());
  }

  @Test
  void answerToRequestGivenUpBeforeItArrivedFitsAcquireAndConvertOnly() {
    assertThat(RequestFingerprint.WITHDRAW.answers(new RequestFingerprint(Kind.ACQUIRE, 1)))
        .isTrue();
    assertThat(RequestFingerprint.WITHDRAW.answers(new RequestFingerprint(Kind.CONVERT, 1)))
        .isTrue();
    assertThat(RequestFingerprint.WITHDRAW.answers(new RequestFingerprint(Kind.RELEASE, 1)))
        .isFalse();
    assertThat(
            new RequestFingerprint(Kind.ACQUIRE, 1)
                .answers(new RequestFingerprint(Kind.CONVERT, 1)))
        .isFalse();
  }

  @Test
  void answerFitsTheSameCallOnly() {
    assertThat(
            new RequestFingerprint(Kind.RELEASE, 1)
                .answers(new RequestFingerprint(Kind.RELEASE, 1)))
        .isTrue();
    assertThat(
            new RequestFingerprint(Kind.RELEASE, 1)
                .answers(new RequestFingerprint(Kind.RELEASE, 2)))
        .isFalse();
    assertThat(
            new RequestFingerprint(Kind.RELEASE, RequestFingerprint.ANY)
                .answers(new RequestFingerprint(Kind.RELEASE, 2)))
        .isTrue();
  }
}
