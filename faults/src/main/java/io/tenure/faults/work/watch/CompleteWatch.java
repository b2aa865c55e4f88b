package io.tenure.faults.work.watch;

/** Who watches everything, and must have seen all of it in the end. */
public interface CompleteWatch {
  /** Of the watch, in the history. */
  String name();

  /** The last revision of a shard that was shown; 0 if there was none. */
  long seen(int shard);
}
