package io.tenure.raft.kraft.world.disk;

import io.tenure.raft.kraft.guard.EngineOutOfDate;
import io.tenure.raft.kraft.guard.LateVoters;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.OffsetOutOfRangeException;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.raft.Isolation;
import org.apache.kafka.raft.LogAppendInfo;
import org.apache.kafka.raft.LogFetchInfo;
import org.apache.kafka.raft.LogOffsetMetadata;
import org.apache.kafka.raft.RaftLog;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.RawSnapshotReader;
import org.apache.kafka.snapshot.RawSnapshotWriter;
import org.jspecify.annotations.Nullable;

/** The log of one run of a node, on its disk. */
public final class SimulatedLog implements RaftLog {
  public static final TopicPartition PARTITION = new TopicPartition("tenure", 0);
  static final Uuid TOPIC = new Uuid(7, 7);

  /** An epoch and its first offset. */
  private record EpochStart(int epoch, long offset) {}

  private final SimulatedDisk disk;
  private final boolean guarded;
  private final BooleanSupplier flushBeforeCommit;
  private final List<EpochStart> epochs = new ArrayList<>();
  private final LateVoters lateVoters = new LateVoters();
  private long highWatermark;

  /**
   * Opens the log.
   *
   * @param flushBeforeCommit whether an append may be committed by this node alone
   */
  public SimulatedLog(SimulatedDisk disk, boolean guarded, BooleanSupplier flushBeforeCommit) {
    this.disk = disk;
    this.guarded = guarded;
    this.flushBeforeCommit = flushBeforeCommit;
    disk.batches().forEach(this::noteEpoch);
    // A crash may have come between a snapshot that was received and the end of the log before it.
    truncateToLatestSnapshot();
    highWatermark = startOffset();
    lateVoters.logEndsAt(end());
  }

  private void noteEpoch(LogBatch batch) {
    if (epochs.isEmpty() || batch.epoch() > epochs.get(epochs.size() - 1).epoch()) {
      epochs.add(new EpochStart(batch.epoch(), batch.first()));
    }
  }

  // ------------------------------------------------------------------------------- append

  @Override
  public LogAppendInfo appendAsLeader(Records records, int epoch) {
    boolean control = false;
    for (MutableRecordBatch batch : ((MemoryRecords) records).batches()) {
      control |= batch.isControlBatch();
    }
    LogAppendInfo appended = append(records, epoch, true);
    // The engine commits what a single voter has appended before it flushes. What makes it the
    // single voter is a control record.
    if (control || flushBeforeCommit.getAsBoolean()) {
      disk.flush();
    }
    return appended;
  }

  @Override
  public LogAppendInfo appendAsFollower(Records records, int epoch) {
    return append(records, epoch, false);
  }

  private LogAppendInfo append(Records records, int epoch, boolean leader) {
    long end = end();
    long first = end;
    List<LogBatch> added = new ArrayList<>();
    for (MutableRecordBatch batch : ((MemoryRecords) records).batches()) {
      batch.ensureValid();
      if (batch.baseOffset() != end) {
        throw new IllegalStateException("append at " + batch.baseOffset() + ", end is " + end);
      }
      if (leader && batch.partitionLeaderEpoch() != epoch) {
        throw new IllegalStateException("batch of another epoch");
      }
      if (batch.partitionLeaderEpoch() > epoch) {
        break;
      }
      if (guarded && lateVoters.areIn(batch)) {
        throw new EngineOutOfDate("voters at offset " + batch.baseOffset());
      }
      ByteBuffer copy = ByteBuffer.allocate(batch.sizeInBytes());
      batch.writeTo(copy);
      added.add(
          new LogBatch(
              batch.baseOffset(), batch.lastOffset(), batch.partitionLeaderEpoch(), copy.array()));
      end = batch.lastOffset() + 1;
    }
    if (added.isEmpty()) {
      throw new CorruptRecordException("nothing to append");
    }
    disk.append(added);
    lateVoters.logEndsAt(end);
    added.forEach(this::noteEpoch);
    return new LogAppendInfo(first, end - 1);
  }

  @Override
  public void flush(boolean forced) {
    disk.flush();
  }

  // --------------------------------------------------------------------------------- read

  @Override
  public LogFetchInfo read(long from, Isolation isolation, int mostBytes) {
    long limit = isolation == Isolation.COMMITTED ? highWatermark : end();
    if (from < startOffset() || from > end()) {
      throw new OffsetOutOfRangeException(
          "offset " + from + " (expected: " + startOffset() + " to " + end() + ")");
    }
    List<LogBatch> read = new ArrayList<>();
    int bytes = 0;
    List<LogBatch> batches = disk.batches();
    for (int i = indexOf(from); i < batches.size(); i++) {
      LogBatch batch = batches.get(i);
      if (batch.last() >= limit || (!read.isEmpty() && bytes + batch.bytes().length > mostBytes)) {
        break;
      }
      read.add(batch);
      bytes += batch.bytes().length;
    }
    if (read.isEmpty()) {
      return new LogFetchInfo(MemoryRecords.EMPTY, new LogOffsetMetadata(from));
    }
    ByteBuffer all = ByteBuffer.allocate(bytes);
    read.forEach(batch -> all.put(batch.bytes()));
    all.flip();
    return new LogFetchInfo(
        MemoryRecords.readableRecords(all), new LogOffsetMetadata(read.get(0).first()));
  }

  /** The first batch that ends at the offset or later. */
  private int indexOf(long offset) {
    List<LogBatch> batches = disk.batches();
    int low = 0;
    int high = batches.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (batches.get(middle).last() < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private @Nullable LogBatch lastBatch() {
    List<LogBatch> batches = disk.batches();
    return batches.isEmpty() ? null : batches.get(batches.size() - 1);
  }

  private long end() {
    LogBatch last = lastBatch();
    return last != null ? last.last() + 1 : disk.start();
  }

  @Override
  public LogOffsetMetadata endOffset() {
    return new LogOffsetMetadata(end());
  }

  @Override
  public long startOffset() {
    return disk.start();
  }

  @Override
  public int lastFetchedEpoch() {
    return epochs.isEmpty()
        ? latestSnapshotId().map(OffsetAndEpoch::epoch).orElse(0)
        : epochs.get(epochs.size() - 1).epoch();
  }

  @Override
  public OffsetAndEpoch endOffsetForEpoch(int epoch) {
    int below = earliestSnapshotId().map(OffsetAndEpoch::epoch).orElse(0);
    for (EpochStart start : epochs) {
      if (start.epoch() > epoch) {
        return new OffsetAndEpoch(start.offset(), below);
      }
      below = start.epoch();
    }
    return new OffsetAndEpoch(end(), lastFetchedEpoch());
  }

  @Override
  public LogOffsetMetadata highWatermark() {
    return new LogOffsetMetadata(highWatermark);
  }

  @Override
  public void updateHighWatermark(LogOffsetMetadata offset) {
    if (offset.offset() < highWatermark || offset.offset() > end()) {
      throw new IllegalArgumentException(
          "high watermark " + offset.offset() + " (expected: " + highWatermark + " to " + end());
    }
    highWatermark = offset.offset();
  }

  @Override
  public void initializeLeaderEpoch(int epoch) {
    long end = end();
    epochs.removeIf(start -> start.offset() >= end || start.epoch() >= epoch);
    epochs.add(new EpochStart(epoch, end));
  }

  // ------------------------------------------------------------------------------ cutting

  @Override
  public void truncateTo(long offset) {
    if (offset < highWatermark) {
      throw new IllegalArgumentException("truncation to " + offset + " below " + highWatermark);
    }
    disk.truncate(offset);
    epochs.removeIf(start -> start.offset() >= offset);
  }

  @Override
  public boolean truncateToLatestSnapshot() {
    Optional<OffsetAndEpoch> latest = latestSnapshotId();
    int lastEpoch = epochs.isEmpty() ? 0 : epochs.get(epochs.size() - 1).epoch();
    if (latest.isEmpty()
        || latest.get().epoch() < lastEpoch
        || (latest.get().epoch() == lastEpoch && latest.get().offset() <= end())) {
      return false;
    }
    disk.startAt(latest.get());
    epochs.clear();
    highWatermark = latest.get().offset();
    if (guarded && lateVoters.hasReadBeyond(highWatermark)) {
      throw new EngineOutOfDate("a snapshot replaced the log at " + latest.get());
    }
    return true;
  }

  @Override
  public boolean deleteBeforeSnapshot(OffsetAndEpoch snapshot) {
    if (!disk.snapshots().containsKey(snapshot)) {
      return false;
    }
    disk.dropBefore(snapshot);
    EpochStart last = null;
    for (EpochStart start : List.copyOf(epochs)) {
      if (start.offset() <= snapshot.offset()) {
        last = start;
        epochs.remove(start);
      }
    }
    if (last != null) {
      epochs.add(0, new EpochStart(last.epoch(), snapshot.offset()));
    }
    return true;
  }

  @Override
  public boolean maybeClean() {
    return false;
  }

  // ---------------------------------------------------------------------------- snapshots

  @Override
  public Optional<RawSnapshotWriter> createNewSnapshot(OffsetAndEpoch id) {
    return id.offset() < startOffset() ? Optional.empty() : createNewSnapshotUnchecked(id);
  }

  @Override
  public Optional<RawSnapshotWriter> createNewSnapshotUnchecked(OffsetAndEpoch id) {
    return disk.snapshots().containsKey(id)
        ? Optional.empty()
        : Optional.of(new SimulatedSnapshot.Writer(disk, id));
  }

  @Override
  public Optional<RawSnapshotReader> readSnapshot(OffsetAndEpoch id) {
    return Optional.ofNullable(disk.snapshots().get(id))
        .map(content -> new SimulatedSnapshot.Reader(id, content));
  }

  @Override
  public Optional<RawSnapshotReader> latestSnapshot() {
    return latestSnapshotId().flatMap(this::readSnapshot);
  }

  @Override
  public Optional<OffsetAndEpoch> latestSnapshotId() {
    return Optional.ofNullable(disk.snapshots().lastEntry()).map(Map.Entry::getKey);
  }

  @Override
  public Optional<OffsetAndEpoch> earliestSnapshotId() {
    return Optional.ofNullable(disk.snapshots().firstEntry()).map(Map.Entry::getKey);
  }

  @Override
  public void onSnapshotFrozen(OffsetAndEpoch id) {}

  @Override
  public TopicPartition topicPartition() {
    return PARTITION;
  }

  @Override
  public Uuid topicId() {
    return TOPIC;
  }
}
