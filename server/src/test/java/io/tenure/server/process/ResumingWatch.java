package io.tenure.server.process;

import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A watch of everything from the beginning that goes on at the next node, behind the last event it
 * has seen, when its own is gone.
 */
final class ResumingWatch implements AutoCloseable {
  /** An event, and when it came. */
  record Seen(Event event, long nanos) {}

  private final List<String> addresses;
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "resuming-watch");
  private volatile boolean closed;
  private final AtomicInteger resumptions = new AtomicInteger();

  ResumingWatch(String... addresses) {
    this.addresses = List.of(addresses);
    thread.start();
  }

  private void run() {
    for (int turn = 0; !closed; turn = (turn + 1) % addresses.size()) {
      ManagedChannel channel =
          ManagedChannelBuilder.forTarget(addresses.get(turn)).usePlaintext().build();
      try {
        watch(channel);
      } catch (StatusRuntimeException e) {
        resumptions.incrementAndGet();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private void watch(ManagedChannel channel) {
    long last = seen.isEmpty() ? 0 : seen.get(seen.size() - 1).event().getRevision();
    WatchRequest request =
        WatchRequest.newBuilder().setKey("/").setSubtree(true).setFromRevision(last + 1).build();
    Iterator<WatchReply> replies = TenureGrpc.newBlockingStub(channel).watch(request);
    while (!closed && replies.hasNext()) {
      for (Event event : replies.next().getEvents().getEventsList()) {
        seen.add(new Seen(event, System.nanoTime()));
      }
    }
  }

  /** In the order in which they came. */
  List<Event> events() {
    return seen.stream().map(Seen::event).toList();
  }

  Optional<Seen> find(Predicate<Event> what) {
    return seen.stream().filter(each -> what.test(each.event())).findFirst();
  }

  /** How often it had to look for another node. */
  int resumptions() {
    return resumptions.get();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
