package io.tenure.server.api.stream;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.api.call.CallFactory;
import io.tenure.server.api.encode.EventEncoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.Subscriber;
import io.tenure.server.watch.Watch;
import io.tenure.server.watch.WatchEnd;
import org.jspecify.annotations.Nullable;

/** A watch among other requests on a Connect stream. */
final class StreamWatch implements Subscriber {
  private final ConnectStream stream;
  private final StreamSlot slot;
  private final EventEncoder encoder;
  private @Nullable Watch watch;
  private boolean over;

  private StreamWatch(ConnectStream stream, StreamSlot slot, EventEncoder encoder) {
    this.stream = stream;
    this.slot = slot;
    this.encoder = encoder;
  }

  /** On the loop: starts a watch, or answers why there is none. */
  static void start(
      WatchRequest request, ConnectStream stream, StreamSlot slot, CallFactory calls) {
    try {
      ShardParts parts = EventEncoder.shard(request, calls.shards());
      slot.watch = new StreamWatch(stream, slot, calls.eventEncoder(parts));
      slot.watch.subscribe(request, parts);
    } catch (CallRefused refused) {
      slot.last(Reply.newBuilder().setError(refused.error()));
    } catch (IllegalArgumentException invalid) {
      slot.last(Reply.newBuilder().setError(Errors.invalid(String.valueOf(invalid.getMessage()))));
    }
  }

  private void subscribe(WatchRequest request, ShardParts parts) {
    watch =
        parts
            .watches()
            .subscribe(EventEncoder.filter(request), EventEncoder.fromRevision(request), this);
  }

  /** On the loop. Nothing more is sent. */
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
    return stream.notices().takesMore();
  }

  @Override
  public void started(long after) {
    post(EventEncoder.started(after));
  }

  @Override
  public void events(EventBatch batch) {
    post(encoder.events(batch));
  }

  @Override
  public void progress(long revision) {
    post(EventEncoder.progress(revision));
  }

  @Override
  public void ended(WatchEnd end) {
    stream.mailbox().post(this, StreamWatch::onEnd, EventEncoder.ended(end));
    stream.mailbox().flush();
  }

  private void post(WatchReply notice) {
    stream.notices().post(this, StreamWatch::onNotice, notice);
  }

  private void onNotice(WatchReply notice) {
    if (over) {
      stream.notices().gone(notice);
    } else {
      slot.interim(Reply.newBuilder().setWatch(notice));
    }
  }

  private void onEnd(Error why) {
    if (!over) {
      over = true;
      slot.last(Reply.newBuilder().setError(why));
    }
  }
}
