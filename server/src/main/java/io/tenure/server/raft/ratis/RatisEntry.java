package io.tenure.server.raft.ratis;

import io.tenure.raft.LogEntry;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * A {@link LogEntry} on its way through the engine, which gives the same object back when it is
 * committed: the node that appended it need not read its bytes.
 */
record RatisEntry(LogEntry entry, ByteString content) implements Message {
  static RatisEntry of(LogEntry entry) {
    return new RatisEntry(entry, UnsafeByteOperations.unsafeWrap(entry.content()));
  }

  @Override
  public ByteString getContent() {
    return content;
  }
}
