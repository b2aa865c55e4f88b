package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.api.encode.EventEncoder;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.Subscriber;
import io.tenure.server.watch.Watch;
import io.tenure.server.watch.WatchEnd;
import org.jspecify.annotations.Nullable;

/** A watch among other requests on a Connect stream. */
public final class StreamWatch implements Subscriber, MailboxReceiver {
  private final ConnectStream stream;
  private final StreamSlot slot;
  private final EventEncoder notices;
  private @Nullable Watch watch;
  private boolean over;

  public StreamWatch(ConnectStream stream, StreamSlot slot, EventEncoder notices) {
    this.stream = stream;
    this.slot = slot;
    this.notices = notices;
  }

  public void start(WatchRequest request, ShardParts parts) {
    watch =
        parts
            .watches()
            .subscribe(EventEncoder.filter(request), EventEncoder.fromRevision(request), this);
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
    stream.leaveNotice(this, EventEncoder.started(after));
  }

  @Override
  public void events(EventBatch batch) {
    stream.leaveNotice(this, notices.events(batch));
  }

  @Override
  public void progress(long revision) {
    stream.leaveNotice(this, EventEncoder.progress(revision));
  }

  @Override
  public void ended(WatchEnd end) {
    stream.leave(this, EventEncoder.ended(end));
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
