package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A plain Watch call: what it has been told, in order. */
final class TestWatch {
  private final BlockingQueue<WatchReply> notices = new LinkedBlockingQueue<>();
  private final CompletableFuture<Optional<Throwable>> end = new CompletableFuture<>();
  private final List<Event> unread = new ArrayList<>();
  private final long after;

  private TestWatch(Channel channel, WatchRequest request) {
    TenureGrpc.newStub(channel).watch(request, new Inbound());
    WatchReply first = notice();
    assertThat(first.hasStarted()).as("started: %s", first).isTrue();
    after = first.getStarted().getAfter();
  }

  /** Returns when the watch has started. */
  static TestWatch start(TestNode node, WatchRequest.Builder request) {
    return new TestWatch(node.channel(), request.build());
  }

  /** Events after this revision follow. */
  long after() {
    return after;
  }

  private WatchReply notice() {
    try {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(Await.PATIENCE_SECONDS);
      while (true) {
        WatchReply notice = notices.poll(20, TimeUnit.MILLISECONDS);
        if (notice != null) {
          return notice;
        }
        if (end.isDone() && notices.isEmpty()) {
          throw new AssertionError("the watch has ended", end.join().orElse(null));
        }
        assertThat(System.nanoTime()).as("time to wait for a notice").isLessThan(deadline);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The next events, without the progress between them. */
  List<Event> next(int count) {
    while (unread.size() < count) {
      unread.addAll(notice().getEvents().getEventsList());
    }
    List<Event> taken = List.copyOf(unread.subList(0, count));
    unread.subList(0, count).clear();
    return taken;
  }

  /** The next notice of progress; no event may come before. */
  long progress() {
    WatchReply notice = notice();
    assertThat(notice.getNoticeCase()).isEqualTo(WatchReply.NoticeCase.PROGRESS);
    return notice.getProgress();
  }

  Optional<Throwable> end() {
    return end.copy().orTimeout(Await.PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }

  /** On threads of the transport. */
  private final class Inbound implements StreamObserver<WatchReply> {
    @Override
    public void onNext(WatchReply notice) {
      notices.add(notice);
    }

    @Override
    public void onError(Throwable thrown) {
      end.complete(Optional.of(thrown));
    }

    @Override
    public void onCompleted() {
      end.complete(Optional.empty());
    }
  }
}
