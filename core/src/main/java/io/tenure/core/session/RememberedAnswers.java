package io.tenure.core.session;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Outcome;
import io.tenure.core.table.Invariant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ended answers of one session, by request number. Numbers come nearly in order and go from the
 * front, so sorted arrays do: a new answer is appended, a look-up is a binary search.
 */
public final class RememberedAnswers {
  /**
   * One answer.
   *
   * @param bytes its footprint
   */
  public record Answer(long number, RequestFingerprint call, Outcome outcome, int bytes) {
    public Answer(long number, RequestFingerprint call, Outcome outcome) {
      this(number, call, outcome, (int) Footprint.of(outcome));
    }
  }

  private static final Answer[] NONE = new Answer[0];

  /** An array longer than this is given up as soon as it is empty. */
  private static final int SMALL = 16;

  private Answer[] answers = NONE;
  private int from;
  private int to;
  private long bytes;

  /** The footprint of all of them. */
  long bytes() {
    return bytes;
  }

  int size() {
    return to - from;
  }

  @Nullable Answer find(long number) {
    int at = indexOf(number);
    return at < to && answers[at].number() == number ? answers[at] : null;
  }

  Answer lowest() {
    return answers[from];
  }

  void add(Answer answer) {
    makeRoom();
    int at = indexOf(answer.number());
    Invariant.check(
        at == to || answers[at].number() != answer.number(), "an answer is remembered once");
    System.arraycopy(answers, at, answers, at + 1, to - at);
    answers[at] = answer;
    bytes += answer.bytes();
    to++;
  }

  /** Drops what is numbered up to this. */
  void dropThrough(long number) {
    while (from < to && answers[from].number() <= number) {
      bytes -= answers[from].bytes();
      clear(from, from + 1);
      from++;
    }
    if (from == to) {
      from = 0;
      to = 0;
      answers = answers.length > SMALL ? NONE : answers;
    }
  }

  @SuppressWarnings("NullAway") // free places
  private void clear(int start, int end) {
    Arrays.fill(answers, start, end, null);
  }

  /** A copy, by number. */
  List<Answer> toList() {
    return size() == 0 ? List.of() : Arrays.asList(Arrays.copyOfRange(answers, from, to));
  }

  /** The first index whose number is not below this one. */
  private int indexOf(long number) {
    if (from == to || answers[to - 1].number() < number) {
      return to;
    }
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (answers[middle].number() < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void makeRoom() {
    if (to < answers.length) {
      return;
    }
    int size = size();
    boolean crowded = size * 2 >= answers.length;
    Answer[] roomier = crowded ? new Answer[Math.max(4, size * 2)] : answers;
    System.arraycopy(answers, from, roomier, 0, size);
    if (roomier == answers) {
      clear(size, answers.length);
    }
    answers = roomier;
    from = 0;
    to = size;
  }
}
