package io.tenure.core.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The immutable records of all claims in one state, in arrays without gaps: a snapshot copies them
 * in one go instead of visiting every claim. Each record has a stamp, the revision that it is
 * sorted by when somebody wants it sorted.
 */
public final class RecordArrays<R> {
  private static final int SMALLEST = 16;

  private Claim[] claims = new Claim[SMALLEST];
  private Object[] records = new Object[SMALLEST];
  private long[] stamps = new long[SMALLEST];
  private int size;

  public int size() {
    return size;
  }

  void add(Claim claim, R record, long stamp) {
    if (size == claims.length) {
      resize(size * 2);
    }
    claim.slot = size;
    claims[size] = claim;
    records[size] = record;
    stamps[size] = stamp;
    size++;
  }

  void replace(Claim claim, R record) {
    records[claim.slot] = record;
  }

  void remove(Claim claim) {
    int at = claim.slot;
    Invariant.check(claims[at] == claim, "a claim is in its slot");
    size--;
    claims[at] = claims[size];
    claims[at].slot = at;
    records[at] = records[size];
    stamps[at] = stamps[size];
    clear(size);
    if (claims.length > SMALLEST && size * 4 < claims.length) {
      resize(claims.length / 2);
    }
  }

  @SuppressWarnings("NullAway") // a free slot
  private void clear(int at) {
    claims[at] = null;
    records[at] = null;
  }

  private void resize(int capacity) {
    claims = Arrays.copyOf(claims, capacity);
    records = Arrays.copyOf(records, capacity);
    stamps = Arrays.copyOf(stamps, capacity);
  }

  public Picture<R> picture() {
    return new Picture<>(Arrays.copyOf(records, size), Arrays.copyOf(stamps, size));
  }

  /** A record and its stamp. */
  public record Stamped<R>(R record, long stamp) {}

  /** The records as they were at one moment. */
  public static final class Picture<R> {
    private final Object[] records;
    private final long[] stamps;

    private Picture(Object[] records, long[] stamps) {
      this.records = records;
      this.stamps = stamps;
    }

    public int size() {
      return records.length;
    }

    /** In no order that means anything. */
    public void forEach(Consumer<R> action) {
      for (int i = 0; i < records.length; i++) {
        action.accept(record(i));
      }
    }

    /** By stamp. */
    public List<Stamped<R>> inOrder() {
      List<Stamped<R>> sorted = new ArrayList<>(records.length);
      for (int i = 0; i < records.length; i++) {
        sorted.add(new Stamped<>(record(i), stamps[i]));
      }
      sorted.sort(Comparator.comparingLong(Stamped::stamp));
      return sorted;
    }

    @SuppressWarnings("unchecked")
    private R record(int at) {
      return (R) records[at];
    }
  }
}
