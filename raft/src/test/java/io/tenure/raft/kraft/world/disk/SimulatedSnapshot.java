package io.tenure.raft.kraft.world.disk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Records;
import org.apache.kafka.common.record.internal.UnalignedMemoryRecords;
import org.apache.kafka.common.record.internal.UnalignedRecords;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.RawSnapshotReader;
import org.apache.kafka.snapshot.RawSnapshotWriter;

/** Snapshots on a simulated disk. */
public final class SimulatedSnapshot {
  private SimulatedSnapshot() {}

  /** Nothing of it is there before it is frozen. */
  public static final class Writer implements RawSnapshotWriter {
    private final SimulatedDisk disk;
    private final OffsetAndEpoch id;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private boolean frozen;

    public Writer(SimulatedDisk disk, OffsetAndEpoch id) {
      this.disk = disk;
      this.id = id;
    }

    @Override
    public OffsetAndEpoch snapshotId() {
      return id;
    }

    @Override
    public long sizeInBytes() {
      return content.size();
    }

    @Override
    public void append(MemoryRecords records) {
      write(records.buffer());
    }

    @Override
    public void append(UnalignedMemoryRecords records) {
      write(records.buffer());
    }

    private void write(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      content.writeBytes(bytes);
    }

    @Override
    public boolean isFrozen() {
      return frozen;
    }

    @Override
    public void freeze() {
      frozen = true;
      disk.freeze(id, content.toByteArray());
    }

    @Override
    public void close() {}
  }

  /** A frozen snapshot. */
  public static final class Reader implements RawSnapshotReader {
    private final OffsetAndEpoch id;
    private final byte[] content;

    Reader(OffsetAndEpoch id, byte[] content) {
      this.id = id;
      this.content = content;
    }

    @Override
    public OffsetAndEpoch snapshotId() {
      return id;
    }

    @Override
    public long sizeInBytes() {
      return content.length;
    }

    @Override
    public UnalignedRecords slice(long position, int size) {
      int length = Math.min(size, content.length - (int) position);
      return new UnalignedMemoryRecords(ByteBuffer.wrap(content, (int) position, length).slice());
    }

    @Override
    public Records records() {
      return MemoryRecords.readableRecords(ByteBuffer.wrap(content));
    }
  }
}
