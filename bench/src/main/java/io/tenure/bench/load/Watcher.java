package io.tenure.bench.load;

import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.List;

/** Watches a key; when it is cut off, it goes on where it was. */
final class Watcher extends Call {
  private final String key;
  private final WatchLoad load;
  private long seen;
  private boolean started;

  Watcher(Lane lane, String key, WatchLoad load) {
    super(lane);
    this.key = key;
    this.load = load;
  }

  boolean isStarted() {
    return started;
  }

  @Override
  void describe(Request.Builder request) {
    request.setWatch(
        WatchRequest.newBuilder().setKey(key).setFromRevision(seen == 0 ? 0 : seen + 1));
  }

  @Override
  void noticed(WatchReply notice, long nowNanos) {
    switch (notice.getNoticeCase()) {
      case STARTED -> {
        started = true;
        seen = Math.max(seen, notice.getStarted().getAfter());
      }
      case PROGRESS -> seen = Math.max(seen, notice.getProgress());
      case EVENTS -> delivered(notice.getEvents().getEventsList(), nowNanos);
      case NOTICE_NOT_SET -> lane.fail("watch of " + key + ": an empty notice");
    }
  }

  private void delivered(List<Event> events, long nowNanos) {
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (event.getRevision() <= seen) {
        lane.fail("watch of " + key + ": revision " + event.getRevision() + " after " + seen);
        return;
      }
      seen = event.getRevision();
      load.delivered(event, nowNanos);
    }
  }

  @Override
  void answered(Link from, Reply reply, long nowNanos) {
    lane.fail("watch of " + key + ": answered with " + reply);
  }
}
