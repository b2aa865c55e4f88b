package io.tenure.faults.work;

/** Who watches everything, and must have seen all of it in the end. */
public interface Watching {
  /** Of the watch, in the history. */
  String name();

  /** The last revision of a shard that was shown; 0 if there was none. */
  long seen(int shard);
}
