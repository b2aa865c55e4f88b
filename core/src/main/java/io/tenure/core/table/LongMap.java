package io.tenure.core.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from positive numbers to objects, without boxes or entries: on the path of every
 * grant, where {@code HashMap<Long, V>} would allocate twice. Linear probing; removal closes the
 * gap, so nothing is left behind by what has gone.
 */
public final class LongMap<V> {
  private static final int SMALLEST = 4;
  private static final long FREE = 0;

  private long[] keys = new long[SMALLEST];
  private @Nullable Object[] values = new @Nullable Object[SMALLEST];
  private int size;

  public int size() {
    return size;
  }

  @Nullable
  public V get(long key) {
    int at = find(key);
    return keys[at] == FREE ? null : value(at);
  }

  /** Adds or replaces. */
  public void put(long key, V value) {
    Invariant.check(key > 0, "numbers are positive");
    int at = find(key);
    boolean isNew = keys[at] == FREE;
    keys[at] = key;
    values[at] = value;
    if (isNew && ++size * 4 > keys.length * 3) {
      resize(keys.length * 2);
    }
  }

  public void remove(long key) {
    int at = find(key);
    if (keys[at] == FREE) {
      return;
    }
    closeGap(at);
    size--;
    if (keys.length > SMALLEST && size * 8 < keys.length) {
      resize(keys.length / 2);
    }
  }

  /** Moves back whatever would not be found any more if this place were free. */
  private void closeGap(int gap) {
    int mask = keys.length - 1;
    int at = gap;
    int free = gap;
    while (true) {
      at = (at + 1) & mask;
      if (keys[at] == FREE) {
        break;
      }
      int home = home(keys[at], mask);
      if (((at - home) & mask) >= ((at - free) & mask)) {
        keys[free] = keys[at];
        values[free] = values[at];
        free = at;
      }
    }
    keys[free] = FREE;
    values[free] = null;
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int at = home(key, mask);
    while (keys[at] != FREE && keys[at] != key) {
      at = (at + 1) & mask;
    }
    return at;
  }

  /**
   * Eight neighbouring numbers share a line of the cache, since the next number is the one most
   * likely to come next; the lines are spread, by the golden ratio, so that long runs of numbers do
   * not become long runs of places to search.
   */
  private static int home(long key, int mask) {
    long line = ((key >>> 3) * 0x9E3779B97F4A7C15L) >>> 32;
    return (int) ((line << 3) | (key & 7)) & mask;
  }

  private void resize(int capacity) {
    long[] oldKeys = keys;
    @Nullable Object[] oldValues = values;
    keys = new long[capacity];
    values = new @Nullable Object[capacity];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != FREE) {
        int at = find(oldKeys[i]);
        keys[at] = oldKeys[i];
        values[at] = oldValues[i];
      }
    }
  }

  @SuppressWarnings("unchecked")
  private V value(int at) {
    return (V) values[at];
  }

  /** Something made of each value, in no order that means anything. */
  public <R> List<R> map(Function<V, R> function) {
    List<R> all = new ArrayList<>(size);
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != FREE) {
        all.add(function.apply(value(i)));
      }
    }
    return all;
  }
}
