package io.tenure.faults.work.watch;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.HistoryWriter;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import io.tenure.faults.work.plain.PlainOutcome;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Scope;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watch of a whole shard through one node. Somebody has to {@link #look} after it now and then:
 * that begins it, and begins it again where it was when it has ended or says nothing any more.
 */
public final class ShardWatch {
  private static final Logger log = LoggerFactory.getLogger(ShardWatch.class);

  /** A watch without events is told so every five seconds. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private static final long LIST_MILLIS = 3_000;

  private final String name;
  private final int shard;
  private final String key;
  private final ManagedChannel channel;
  private final HistoryWriter history;
  private final GrantCount grants;

  /** The first revision that has not been shown. Guarded by this object, as the rest is. */
  private long next = 1;

  private long shown;
  private @Nullable Stream stream;
  private boolean cutOff;
  private boolean over;
  private long heardNanos;

  /**
   * A watch, not begun yet.
   *
   * @param key what to watch as a subtree
   */
  ShardWatch(
      String name,
      int shard,
      String key,
      ManagedChannel channel,
      HistoryWriter history,
      GrantCount grants) {
    this.name = name;
    this.shard = shard;
    this.key = key;
    this.channel = channel;
    this.history = history;
    this.grants = grants;
  }

  synchronized long seen() {
    return shown;
  }

  /** Begins it, or begins it again, if that is needed. */
  void look() {
    try {
      if (isCutOff()) {
        goOnLater();
      }
      beginIfNeeded();
    } catch (RuntimeException e) {
      log.warn("watch {} of shard {} cannot resume; retrying", name, shard, e);
    }
  }

  private synchronized boolean isCutOff() {
    return cutOff;
  }

  private synchronized void beginIfNeeded() {
    if (over || cutOff) {
      return;
    }
    long nowNanos = System.nanoTime();
    if (stream != null) {
      if (nowNanos - heardNanos < SILENCE_NANOS) {
        return;
      }
      stream.cancel();
    }
    Stream begun = new Stream();
    stream = begun;
    heardNanos = nowNanos;
    channel.resetConnectBackoff();
    history.write(new Entry.WatchBegan(name, shard, next, nowNanos));
    TenureGrpc.newStub(channel)
        .watch(
            WatchRequest.newBuilder().setKey(key).setSubtree(true).setFromRevision(next).build(),
            begun);
  }

  /** As the service advises: to list, and to watch from there. */
  private void goOnLater() {
    ListRequest request =
        ListRequest.newBuilder().setPrefix(key).setPageSize(1).setStaleOk(true).build();
    long revision;
    try {
      revision =
          TenureGrpc.newBlockingStub(channel)
              .withDeadlineAfter(LIST_MILLIS, TimeUnit.MILLISECONDS)
              .list(request)
              .getRevision();
    } catch (StatusRuntimeException e) {
      log.debug("cannot list shard {}; retrying", shard, e);
      return;
    }
    synchronized (this) {
      next = Math.max(next, revision + 1);
      cutOff = false;
      history.write(new Entry.WatchCutOff(name, shard, next, System.nanoTime()));
    }
  }

  @SuppressWarnings("ReferenceEquality") // One of several that look the same.
  private synchronized void heard(Stream from, WatchReply notice) {
    if (stream != from) {
      return;
    }
    heardNanos = System.nanoTime();
    if (notice.getNoticeCase() == WatchReply.NoticeCase.PROGRESS) {
      history.write(new Entry.WatchProgress(name, shard, notice.getProgress(), heardNanos));
    }
    for (Event event : notice.getEvents().getEventsList()) {
      history.write(new Entry.Watched(name, shard, logEvent(event), heardNanos));
      shown = event.getRevision();
      next = shown + 1;
      if (event.getKind() == EventKind.GRANTED) {
        grants.shown(shard, shown);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // As above.
  private synchronized void ended(Stream from, Throwable thrown) {
    if (stream != from) {
      return;
    }
    stream = null;
    cutOff =
        thrown instanceof StatusRuntimeException status
            && PlainOutcome.failure(status).reason() == Reason.COMPACTED;
    log.debug("watch {} of shard {} ended", name, shard, thrown);
  }

  synchronized void end() {
    over = true;
    if (stream != null) {
      stream.cancel();
      stream = null;
    }
  }

  public static LogEvent logEvent(Event event) {
    LogEvent.Kind kind = LogEvent.Kind.valueOf(event.getKind().name());
    String cause =
        switch (kind) {
          case GRANTED -> event.getGrantCause().name();
          case RELEASED, WITHDRAWN -> event.getEndCause().name();
          case QUEUED -> event.getArrival() < event.getRevision() ? LogEvent.BACK : "";
          case VALUE_CHANGED, DOWNGRADED -> "";
        };
    List<Wanted> targets =
        event.getTargetsList().stream()
            .map(
                target ->
                    new Wanted(
                        target.getKey(),
                        Wanted.Mode.valueOf(target.getMode().name()),
                        target.getScope() == Scope.SUBTREE,
                        target.getLimit()))
            .toList();
    return new LogEvent(
        event.getRevision(),
        kind,
        event.getSession(),
        event.getOwner(),
        targets,
        event.getToken(),
        event.getValue().toStringUtf8(),
        event.getRequest(),
        cause,
        event.getReplaced());
  }

  /** One call. What comes after it was replaced by another is not heard. */
  private final class Stream implements ClientResponseObserver<WatchRequest, WatchReply> {
    private volatile @Nullable ClientCallStreamObserver<WatchRequest> call;

    @Override
    public void beforeStart(ClientCallStreamObserver<WatchRequest> started) {
      call = started;
    }

    @Override
    public void onNext(WatchReply notice) {
      heard(this, notice);
    }

    @Override
    public void onError(Throwable thrown) {
      ended(this, thrown);
    }

    @Override
    public void onCompleted() {
      ended(this, new IllegalStateException("completed"));
    }

    void cancel() {
      ClientCallStreamObserver<WatchRequest> present = call;
      if (present != null) {
        present.cancel("begun again", null);
      }
    }
  }
}
