package io.tenure.raft.kraft;

import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.protocol.Readable;
import org.apache.kafka.common.protocol.Writable;
import org.apache.kafka.server.common.serialization.RecordSerde;

/** Entries are bytes, which the engine does not look into. */
public final class OpaqueSerde implements RecordSerde<byte[]> {
  @Override
  public int recordSize(byte[] content, ObjectSerializationCache cache) {
    return content.length;
  }

  @Override
  public void write(byte[] content, ObjectSerializationCache cache, Writable out) {
    out.writeByteArray(content);
  }

  @Override
  public byte[] read(Readable in, int size) {
    return in.readArray(size);
  }
}
