package io.tenure.raft.kraft.world;

import java.util.ArrayDeque;
import org.apache.kafka.raft.RaftMessage;
import org.apache.kafka.raft.RaftMessageQueue;
import org.jspecify.annotations.Nullable;

/**
 * What has arrived for the engine. Its poll never waits: it writes down how long it was to wait.
 */
final class NodeQueue implements RaftMessageQueue {
  private final ArrayDeque<RaftMessage> messages = new ArrayDeque<>();
  private boolean woken;
  private boolean idle;
  private long idleMillis;

  @Override
  public @Nullable RaftMessage poll(long timeoutMillis) {
    RaftMessage message = messages.poll();
    idle = message == null && !woken && timeoutMillis > 0;
    idleMillis = timeoutMillis;
    woken = false;
    return message;
  }

  /** Whether the last poll would have had to wait. */
  boolean isIdle() {
    return idle && messages.isEmpty() && !woken;
  }

  long idleMillis() {
    return idleMillis;
  }

  @Override
  public void add(RaftMessage message) {
    messages.add(message);
  }

  @Override
  public boolean isEmpty() {
    return messages.isEmpty();
  }

  @Override
  public void wakeup() {
    woken = true;
  }
}
