package io.tenure.bench.load;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionReply;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeepAliveReply;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionReply;
import io.tenure.protocol.v1.Queued;
import io.tenure.protocol.v1.ReleaseReply;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Released;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchStarted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Locks in memory, first come, first served; answers a request that comes again as before. */
final class FakeState {
  /** A request by its session and number. */
  private record Asked(long session, long number) {}

  private record Hold(AcquireRequest request, long token) {
    String key() {
      return request.getTargets(0).getKey();
    }
  }

  private final Map<Long, Long> sessionsByNonce = new HashMap<>();
  private final Map<Long, Hold> holds = new HashMap<>();
  private final Map<String, ArrayDeque<AcquireRequest>> queues = new HashMap<>();
  private final Map<Asked, Consumer<Reply.Builder>> waiting = new HashMap<>();
  private final Map<Asked, Reply> answers = new HashMap<>();
  private final Map<String, List<Consumer<Reply.Builder>>> watchers = new HashMap<>();
  private long lastSession;
  private long revision;

  synchronized int sessions() {
    return sessionsByNonce.size();
  }

  synchronized int held() {
    return holds.size();
  }

  void execute(Request request, Consumer<Reply.Builder> answer) {
    switch (request.getCallCase()) {
      case OPEN_SESSION -> {
        long nonce = request.getOpenSession().getNonce();
        long id = sessionsByNonce.computeIfAbsent(nonce, key -> ++lastSession);
        answer.accept(
            Reply.newBuilder().setOpenSession(OpenSessionReply.newBuilder().setSession(id)));
      }
      case CLOSE_SESSION -> {
        sessionsByNonce.values().remove(request.getCloseSession().getSession());
        answer.accept(Reply.newBuilder().setCloseSession(CloseSessionReply.newBuilder()));
      }
      case KEEP_ALIVE ->
          answer.accept(Reply.newBuilder().setKeepAlive(KeepAliveReply.newBuilder().setTtlMs(1)));
      case ACQUIRE -> acquire(request.getAcquire(), answer);
      case RELEASE -> release(request.getRelease(), answer);
      case WATCH -> {
        WatchStarted started = WatchStarted.newBuilder().setAfter(revision).build();
        answer.accept(Reply.newBuilder().setWatch(WatchReply.newBuilder().setStarted(started)));
        watchers.computeIfAbsent(request.getWatch().getKey(), key -> new ArrayList<>()).add(answer);
      }
      default -> throw new IllegalArgumentException("not faked: " + request);
    }
  }

  private void acquire(AcquireRequest request, Consumer<Reply.Builder> answer) {
    Asked asked = new Asked(request.getSession(), request.getRequest());
    if (answers.containsKey(asked)) {
      answer.accept(answers.get(asked).toBuilder());
      return;
    }
    boolean isNew = waiting.put(asked, answer) == null;
    String key = request.getTargets(0).getKey();
    if (isNew) {
      queues.computeIfAbsent(key, k -> new ArrayDeque<>()).add(request);
    }
    AcquireReply queued = AcquireReply.newBuilder().setQueued(Queued.getDefaultInstance()).build();
    answer.accept(Reply.newBuilder().setAcquire(queued));
    grantNext(key);
  }

  private void grantNext(String key) {
    ArrayDeque<AcquireRequest> queue = queues.get(key);
    while (!queue.isEmpty() && isFree(queue.element())) {
      AcquireRequest request = queue.remove();
      Hold hold = new Hold(request, ++revision);
      holds.put(hold.token(), hold);
      Granted granted = Granted.newBuilder().setToken(hold.token()).build();
      Reply reply =
          Reply.newBuilder().setAcquire(AcquireReply.newBuilder().setGranted(granted)).build();
      Asked asked = new Asked(request.getSession(), request.getRequest());
      answers.put(asked, reply);
      tell(hold, EventKind.GRANTED, revision);
      waiting.remove(asked).accept(reply.toBuilder());
    }
  }

  private boolean isFree(AcquireRequest request) {
    String key = request.getTargets(0).getKey();
    boolean shared = request.getTargets(0).getMode() == Mode.SHARED;
    return shared || holds.values().stream().noneMatch(hold -> hold.key().equals(key));
  }

  private void release(ReleaseRequest request, Consumer<Reply.Builder> answer) {
    Asked asked = new Asked(request.getSession(), request.getRequest());
    if (!answers.containsKey(asked)) {
      ReleaseReply.Builder reply = ReleaseReply.newBuilder();
      Hold hold = holds.get(request.getToken());
      if (hold != null) {
        reply.setReleased(Released.newBuilder().setToken(request.getToken()));
        end(hold, ++revision);
      }
      answers.put(asked, Reply.newBuilder().setRelease(reply).build());
    }
    answer.accept(answers.get(asked).toBuilder());
  }

  private void end(Hold hold, long at) {
    holds.remove(hold.token());
    tell(hold, EventKind.RELEASED, at);
    grantNext(hold.key());
  }

  private void tell(Hold hold, EventKind kind, long at) {
    Event event =
        Event.newBuilder()
            .setRevision(at)
            .setKind(kind)
            .setSession(hold.request().getSession())
            .setRequest(hold.request().getRequest())
            .build();
    WatchReply notice =
        WatchReply.newBuilder().setEvents(Events.newBuilder().addEvents(event)).build();
    watchers
        .getOrDefault(hold.key(), List.of())
        .forEach(watcher -> watcher.accept(Reply.newBuilder().setWatch(notice)));
  }
}
