package io.tenure.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.Subscriber;
import io.tenure.server.watch.Watch;
import io.tenure.server.watch.WatchEnd;
import org.jspecify.annotations.Nullable;

/**
 * A watch as a call of its own. Whoever calls a subscriber does so from one thread at a time, so
 * notices are sent from there; only waking up and cancelling come from the transport's.
 */
final class PlainWatch implements Subscriber {
  private final ServerCallStreamObserver<WatchReply> out;
  private final Notices notices;
  private volatile @Nullable Watch watch;

  private PlainWatch(ServerCallStreamObserver<WatchReply> out, Notices notices) {
    this.out = out;
    this.notices = notices;
  }

  /** To be called before the call's method returns. */
  static void start(
      WatchRequest request,
      ShardParts parts,
      Notices notices,
      ServerCallStreamObserver<WatchReply> out) {
    PlainWatch subscriber = new PlainWatch(out, notices);
    out.setOnReadyHandler(subscriber::wake);
    out.setOnCancelHandler(subscriber::cancel);
    subscriber.watch =
        parts
            .watches()
            .subscribe(Notices.filter(request), Notices.fromRevision(request), subscriber);
    if (out.isCancelled()) {
      subscriber.cancel();
    }
  }

  private void wake() {
    Watch current = watch;
    if (current != null) {
      current.wake();
    }
  }

  private void cancel() {
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
    out.onNext(Notices.started(after));
  }

  @Override
  public void events(EventBatch batch) {
    out.onNext(notices.events(batch));
  }

  @Override
  public void progress(long revision) {
    out.onNext(Notices.progress(revision));
  }

  @Override
  public void ended(WatchEnd end) {
    out.onError(Errors.status(Notices.ended(end)));
  }
}
