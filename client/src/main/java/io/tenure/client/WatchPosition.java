package io.tenure.client;

import io.grpc.Channel;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.Iterator;

/** How far a watch has come, over all its connections. */
final class WatchPosition {
  private final WatchedKeys keys;
  private final WatchListener listener;

  /** The first revision that has not been told; 0 before the first server has said where it is. */
  private long next;

  /** Whether the latest connection came to life, so that one more may, too. */
  private boolean started;

  WatchPosition(WatchedKeys keys, long fromRevision, WatchListener listener) {
    this.keys = keys;
    this.next = fromRevision;
    this.listener = listener;
  }

  /** Watches until it is over or fails. */
  boolean follow(Channel channel) {
    started = false;
    WatchRequest request =
        WatchRequest.newBuilder()
            .setKey(keys.key())
            .setSubtree(keys.scope() == Scope.SUBTREE)
            .setFromRevision(next)
            .build();
    Iterator<WatchReply> replies = TenureGrpc.newBlockingStub(channel).watch(request);
    while (replies.hasNext()) {
      hear(replies.next());
    }
    return true;
  }

  private void hear(WatchReply reply) {
    switch (reply.getNoticeCase()) {
      case STARTED -> {
        started = true;
        next = reply.getStarted().getAfter() + 1;
        listener.started();
      }
      case EVENTS -> {
        for (Event event : reply.getEvents().getEventsList()) {
          next = event.getRevision() + 1;
          listener.happened(Wire.event(event));
        }
      }
      case PROGRESS -> next = reply.getProgress() + 1;
      case NOTICE_NOT_SET -> {} // Of a newer protocol.
    }
  }

  /** A watch changes nothing, so it may go on after any failure that is not about itself. */
  boolean mayResume(Reason reason) {
    return switch (reason) {
      case CONNECTION_LOST, NO_LEADER, NOT_LEADER, SHUTTING_DOWN, SLOW_SUBSCRIBER -> started;
      default -> false;
    };
  }
}
