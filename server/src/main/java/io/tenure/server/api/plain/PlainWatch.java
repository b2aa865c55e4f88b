package io.tenure.server.api.plain;

import io.grpc.stub.ServerCallStreamObserver;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.api.encode.EventEncoder;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.Subscriber;
import io.tenure.server.watch.Watch;
import io.tenure.server.watch.WatchEnd;
import io.tenure.server.watch.WatchFilter;
import org.jspecify.annotations.Nullable;

/**
 * A watch as a call of its own. A subscriber is called from one thread at a time, which sends the
 * notices; only waking up and cancelling come from the transport's threads.
 */
public final class PlainWatch implements Subscriber {
  private final ServerCallStreamObserver<WatchReply> out;
  private final EventEncoder encoder;
  private final ConnectionLoad load;
  private volatile @Nullable Watch watch;

  public PlainWatch(
      ServerCallStreamObserver<WatchReply> out, EventEncoder encoder, ConnectionLoad load) {
    this.out = out;
    this.encoder = encoder;
    this.load = load;
  }

  /** To be called before the call's method returns. */
  public void start(WatchRequest request, ShardParts parts) {
    WatchFilter filter = EventEncoder.filter(request);
    long from = EventEncoder.fromRevision(request);
    Error full = load.takeWatch();
    if (full != null) {
      throw new CallRefused(full);
    }
    out.setOnReadyHandler(this::wake);
    out.setOnCancelHandler(this::cancel);
    out.setOnCloseHandler(load::freeWatch);
    watch = parts.watches().subscribe(filter, from, this);
    if (out.isCancelled()) {
      stop();
    }
  }

  private void wake() {
    Watch current = watch;
    if (current != null) {
      current.wake();
    }
  }

  private void cancel() {
    load.freeWatch();
    stop();
  }

  private void stop() {
    Watch current = watch;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public boolean ready() {
    return out.isReady();
  }

  @Override
  public void started(long after) {
    out.onNext(EventEncoder.started(after));
  }

  @Override
  public void events(EventBatch batch) {
    out.onNext(encoder.events(batch));
  }

  @Override
  public void progress(long revision) {
    out.onNext(EventEncoder.progress(revision));
  }

  @Override
  public void ended(WatchEnd end) {
    out.onError(Errors.status(EventEncoder.ended(end)));
  }
}
