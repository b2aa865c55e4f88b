package io.tenure.raft.kraft.world.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.raft.ElectionState;
import org.apache.kafka.server.common.OffsetAndEpoch;

/**
 * What survives a restart of a node. A crash takes away what was not flushed, or part of it. A disk
 * can be told to fail, or to crash its node at one of the next operations.
 */
public final class SimulatedDisk {
  private final Flaw flaw;
  private final Random random;
  private final List<LogBatch> batches = new ArrayList<>();
  private final TreeMap<OffsetAndEpoch, byte[]> snapshots = new TreeMap<>();

  /** Snapshots that a crash takes away; only with a flaw. */
  private final List<OffsetAndEpoch> unflushedSnapshots = new ArrayList<>();

  /** Where the log begins, with or without batches. */
  private long start;

  private int flushed;
  private Optional<ElectionState> vote = Optional.empty();
  private Optional<ElectionState> durableVote = Optional.empty();
  private boolean failing;
  private boolean dead;
  private int operationsToCrash = -1;

  public SimulatedDisk(Flaw flaw, Random random) {
    this.flaw = flaw;
    this.random = random;
  }

  // ------------------------------------------------------------------------------- faults

  public void crashAfter(int operations) {
    operationsToCrash = operations;
  }

  public void fail() {
    failing = true;
  }

  /** From now on it works. */
  public void repair() {
    failing = false;
    operationsToCrash = -1;
  }

  /** Whether the node that uses it must be taken for dead. */
  public boolean isDead() {
    return dead;
  }

  public boolean isFailing() {
    return failing;
  }

  /** The process is gone: what was not flushed is lost, or the end of it. */
  public void lose() {
    int kept = flushed + random.nextInt(batches.size() - flushed + 1);
    while (batches.size() > kept) {
      batches.remove(batches.size() - 1);
    }
    flushed = batches.size();
    unflushedSnapshots.forEach(snapshots::remove);
    unflushedSnapshots.clear();
    vote = durableVote;
    operationsToCrash = -1;
    failing = false;
    dead = false;
  }

  /** Every change of the disk passes here, and may be the last. */
  private void operate(Runnable change) {
    if (dead) {
      throw new Crash();
    }
    if (failing) {
      dead = true;
      throw new UncheckedIOException(new IOException("disk failed"));
    }
    boolean crashes = operationsToCrash == 0;
    if (operationsToCrash >= 0) {
      operationsToCrash--;
    }
    if (crashes && random.nextBoolean()) {
      dead = true;
      throw new Crash();
    }
    change.run();
    if (crashes) {
      dead = true;
      throw new Crash();
    }
  }

  // ------------------------------------------------------------------------------ the log

  public long start() {
    return start;
  }

  public List<LogBatch> batches() {
    return batches;
  }

  /** Those that a crash leaves. */
  public List<LogBatch> flushedBatches() {
    return batches.subList(0, flushed);
  }

  public void append(List<LogBatch> added) {
    operate(() -> batches.addAll(added));
  }

  public void flush() {
    operate(
        () -> {
          if (flaw != Flaw.FLUSH_SKIPPED) {
            flushed = batches.size();
          }
        });
  }

  public void truncate(long offset) {
    operate(
        () -> {
          batches.removeIf(batch -> batch.last() >= offset);
          flushed = Math.min(flushed, batches.size());
        });
  }

  public void dropBefore(OffsetAndEpoch snapshot) {
    operate(
        () -> {
          int before = batches.size();
          batches.removeIf(batch -> batch.last() < snapshot.offset());
          flushed = Math.max(0, flushed - (before - batches.size()));
          start = Math.max(start, snapshot.offset());
          snapshots.headMap(snapshot, false).clear();
        });
  }

  public void startAt(OffsetAndEpoch snapshot) {
    operate(
        () -> {
          batches.clear();
          flushed = 0;
          start = snapshot.offset();
          snapshots.headMap(snapshot, false).clear();
        });
  }

  // ---------------------------------------------------------------------------- snapshots

  public NavigableMap<OffsetAndEpoch, byte[]> snapshots() {
    return snapshots;
  }

  public void freeze(OffsetAndEpoch id, byte[] content) {
    operate(
        () -> {
          snapshots.putIfAbsent(id, content);
          if (flaw == Flaw.SNAPSHOT_NOT_FLUSHED) {
            unflushedSnapshots.add(id);
          }
        });
  }

  // --------------------------------------------------------------------------------- vote

  public Optional<ElectionState> vote() {
    return vote;
  }

  public void vote(ElectionState latest) {
    operate(
        () -> {
          vote = Optional.of(latest);
          if (flaw != Flaw.VOTE_NOT_PERSISTED) {
            durableVote = vote;
          }
        });
  }
}
