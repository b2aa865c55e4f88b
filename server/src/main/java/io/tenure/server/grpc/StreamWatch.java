package io.tenure.server.grpc;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.Subscriber;
import io.tenure.server.watch.Watch;
import io.tenure.server.watch.WatchEnd;
import org.jspecify.annotations.Nullable;

/** A watch among other requests on a Connect stream. */
final class StreamWatch implements Subscriber, Hearer {
  private final ConnectStream stream;
  private final StreamSlot slot;
  private final Notices notices;
  private @Nullable Watch watch;
  private boolean over;

  StreamWatch(ConnectStream stream, StreamSlot slot, Notices notices) {
    this.stream = stream;
    this.slot = slot;
    this.notices = notices;
  }

  void start(WatchRequest request, ShardParts parts) {
    watch = parts.watches().subscribe(Notices.filter(request), Notices.fromRevision(request), this);
  }

  /** On the loop. Nothing more is told. */
  void cancel() {
    over = true;
    if (watch != null) {
      watch.cancel();
    }
  }

  /** On the loop: the stream takes more again. */
  void wake() {
    if (watch != null) {
      watch.wake();
    }
  }

  @Override
  public boolean ready() {
    return stream.takesEvents();
  }

  @Override
  public void started(long after) {
    stream.leaveNotice(this, Notices.started(after));
  }

  @Override
  public void events(EventBatch batch) {
    stream.leaveNotice(this, notices.events(batch));
  }

  @Override
  public void progress(long revision) {
    stream.leaveNotice(this, Notices.progress(revision));
  }

  @Override
  public void ended(WatchEnd end) {
    stream.leave(this, Notices.ended(end));
    stream.flush();
  }

  @Override
  public void hear(Object heard) {
    if (heard instanceof WatchReply notice) {
      if (over) {
        stream.noticeGone(notice);
      } else {
        slot.interim(Reply.newBuilder().setWatch(notice));
      }
    } else if (!over) {
      over = true;
      slot.last(Reply.newBuilder().setError((Error) heard));
    }
  }
}
