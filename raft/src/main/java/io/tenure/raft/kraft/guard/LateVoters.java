package io.tenure.raft.kraft.guard;

import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/**
 * Guards the engine against voters that it would not notice.
 *
 * <p>The engine reads the voters from its log, up to an offset that it remembers. When the end of
 * the log is cut off it does not take that offset back, so it leaves out voters that are appended
 * below it, and from then on counts a majority of others than its peers do. The log therefore tells
 * an instance of this class what it cuts, and asks before it appends. If the answer is yes, nothing
 * may be appended: the engine has to be built anew from the log, and gets the entry again.
 *
 * <p>Not safe for use by several threads.
 */
public final class LateVoters {
  private long readUpTo;

  /** The log ends here, and the engine has read it. */
  public void logEndsAt(long offset) {
    readUpTo = Math.max(readUpTo, offset);
  }

  /** Whether the engine keeps voters that a snapshot at this offset has replaced. */
  public boolean hasReadBeyond(long offset) {
    return readUpTo > offset;
  }

  /** Whether the engine would leave out what this batch says about voters. */
  public boolean areIn(MutableRecordBatch batch) {
    if (!batch.isControlBatch() || batch.baseOffset() >= readUpTo) {
      return false;
    }
    for (Record record : batch) {
      ControlRecordType type = ControlRecordType.parse(record.key());
      if (type == ControlRecordType.KRAFT_VOTERS || type == ControlRecordType.KRAFT_VERSION) {
        return true;
      }
    }
    return false;
  }
}
