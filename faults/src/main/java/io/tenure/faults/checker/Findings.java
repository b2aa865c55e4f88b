package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects what the check of a promise finds. */
public final class Findings {
  /** A service that is broken breaks its promises all the time; people need to see some. */
  static final int MAX_SHOWN = 50;

  private final List<Violation> shown = new ArrayList<>();
  private long checked;
  private long leftOut;
  private long violated;

  public void checked() {
    checked++;
  }

  public void leftOut() {
    leftOut++;
  }

  /** The entries may have nulls among them, which are not shown. */
  public void violated(String message, @Nullable Entry... entries) {
    violated(message, Stream.of(entries).filter(Objects::nonNull).toList());
  }

  public void violated(String message, List<? extends Entry> entries) {
    violated++;
    if (shown.size() < MAX_SHOWN) {
      List<Entry> sorted = new ArrayList<>(entries);
      sorted.sort(Comparator.comparingLong(Entry::nanos));
      shown.add(new Violation(message, sorted));
    }
  }

  public Verdict verdict(Promise promise) {
    return new Verdict(
        promise.name(), promise.about(), promise.isBasic(), checked, leftOut, violated, shown);
  }
}
