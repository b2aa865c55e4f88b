package io.tenure.bench.load;

/**
 * The numbers of a session's requests, and how far they have been answered without a gap: the
 * watermark that lets the service forget answers.
 */
final class Numbers {
  private static final int INITIAL_CAPACITY = 64;

  /** At a number modulo the length: whether it is above the watermark and answered. */
  private boolean[] answered = new boolean[INITIAL_CAPACITY];

  private long last;
  private long acknowledged;

  long next() {
    if (last - acknowledged == answered.length) {
      grow();
    }
    return ++last;
  }

  /** Every number up to this one has been answered. */
  long acknowledged() {
    return acknowledged;
  }

  void answered(long number) {
    answered[index(number)] = true;
    while (acknowledged < last && answered[index(acknowledged + 1)]) {
      acknowledged++;
      answered[index(acknowledged)] = false;
    }
  }

  private int index(long number) {
    return (int) (number & (answered.length - 1));
  }

  private void grow() {
    boolean[] old = answered;
    answered = new boolean[old.length * 2];
    for (long number = acknowledged + 1; number <= last; number++) {
      answered[index(number)] = old[(int) (number & (old.length - 1))];
    }
  }
}
