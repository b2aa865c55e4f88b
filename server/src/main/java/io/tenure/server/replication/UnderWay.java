package io.tenure.server.replication;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * The batches that this node has handed to the engine and that are not done. The engine puts an
 * entry into its log first and notes whose it is afterwards. If the thread that does so has to wait
 * between the two, others may send and commit the entry; then it is applied as if it were somebody
 * else's, and whoever waits for it would wait for ever.
 */
final class UnderWay {
  private final ByteString client;
  private final Map<Long, Batch> byCall = new ConcurrentHashMap<>();

  UnderWay(ClientId client) {
    this.client = client.toByteString();
  }

  void add(long call, Batch batch) {
    byCall.put(call, batch);
    var unused = batch.done().whenComplete((failure, thrown) -> byCall.remove(call));
  }

  /** The batch of an entry, or null if it is not one of these. */
  @Nullable Batch find(StateMachineLogEntryProto entry) {
    return entry.getClientId().equals(client) ? byCall.get(entry.getCallId()) : null;
  }
}
