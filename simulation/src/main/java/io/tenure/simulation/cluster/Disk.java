package io.tenure.simulation.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a server still has after a crash: its term and vote, its log, and its newest snapshot. */
final class Disk {
  static final int NOBODY = -1;

  long term;

  /** The server it voted for in this term, or {@link #NOBODY}. */
  int votedFor = NOBODY;

  private final List<Entry> entries = new ArrayList<>();

  /** The index just before the first entry that is still in the log, and that entry's term. */
  private long base;

  private long baseTerm;
  private @Nullable StoredSnapshot snapshot;

  void enterTerm(long newTerm) {
    term = newTerm;
    votedFor = NOBODY;
  }

  long lastIndex() {
    return base + entries.size();
  }

  long lastTerm() {
    return termAt(lastIndex());
  }

  @Nullable StoredSnapshot snapshot() {
    return snapshot;
  }

  /** Whether the log still knows this index's term, and the entries after it. */
  boolean reaches(long index) {
    return index >= base && index <= lastIndex();
  }

  long termAt(long index) {
    return index == base ? baseTerm : entry(index).term();
  }

  Entry entry(long index) {
    return entries.get((int) (index - base - 1));
  }

  /** At most {@code limit} entries after an index. */
  List<Entry> entriesAfter(long index, int limit) {
    int from = (int) (index - base);
    return List.copyOf(entries.subList(from, Math.min(entries.size(), from + limit)));
  }

  void append(Entry entry) {
    entries.add(entry);
  }

  void truncateAfter(long index) {
    entries.subList((int) (index - base), entries.size()).clear();
  }

  /** Keeps an own snapshot and some entries before it. */
  void store(StoredSnapshot own, int entriesKept) {
    snapshot = own;
    dropUpTo(Math.max(base, own.index() - entriesKept));
  }

  /** Takes over the leader's snapshot, and of the log only what fits behind it. */
  void install(StoredSnapshot leaders) {
    snapshot = leaders;
    if (reaches(leaders.index()) && termAt(leaders.index()) == leaders.term()) {
      dropUpTo(leaders.index());
    } else {
      entries.clear();
      base = leaders.index();
      baseTerm = leaders.term();
    }
  }

  private void dropUpTo(long index) {
    baseTerm = termAt(index);
    entries.subList(0, (int) (index - base)).clear();
    base = index;
  }
}
