package io.tenure.server.api.stream;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.CancelWatchReply;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.api.CallContext;
import io.tenure.server.api.FrontEndSettings;
import io.tenure.server.api.encode.Errors;
import io.tenure.server.api.load.CallLoad;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.thread.NodeThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Connect stream: frames of requests in, frames of replies out.
 *
 * <p>Everything happens on the loop of the connection, except what other threads leave in the
 * mailbox and {@link #flush}, which sees to it that the loop looks there. While the loop is busy,
 * or the client slow, replies gather; the next frame takes them all.
 *
 * <p>What bounds it:
 *
 * <ol>
 *   <li>A request has a {@link StreamSlot} until its last reply was handed to the transport, and
 *       slots are limited, those of all streams of a connection together; a request too many is
 *       refused at once.
 *   <li>Refusals need no slot, so the next frame is asked for only while few replies, and few bytes
 *       of them, wait to be sent: the server does not read from a client that does not read.
 *   <li>Requests, large replies and refusals are counted in bytes in the {@link ConnectionLoad}
 *       until they are handed to the transport, and by {@link CallLoad} from there on.
 *   <li>Watches have slots of their own, and are given events only while the transport takes them.
 * </ol>
 */
public final class ConnectStream implements StreamObserver<ClientFrame>, Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectStream.class);

  /** Of events on their way from the delivery's thread to the transport. */
  private static final int MAX_NOTICE_BYTES = 1 << 20;

  /** No more frames are read while unsent replies take this part of the connection's bytes. */
  private static final int PAUSE_PART = 2;

  private final ServerCallStreamObserver<ServerFrame> out;
  private final ScheduledExecutorService loop;
  private final CallContext desk;
  private final ForwardingStreams upstreams;
  private final Consumer<ConnectStream> whenEnded;
  private final Mailbox mailbox = new Mailbox();
  private final AtomicBoolean awaited = new AtomicBoolean();
  private final Runnable look = this::look;
  private final Consumer<PendingReplies.Outgoing> handedOver = this::handedOver;
  private final AtomicInteger noticeBytes = new AtomicInteger();
  private volatile boolean noticeRefused;
  private volatile boolean leadersChanged;

  // From here on for the loop alone.

  private final ConnectionLoad load;
  private final Map<Long, StreamSlot> slots = new HashMap<>();
  private final PendingReplies unsent;
  private final boolean forwarded;
  private int watches;
  private long freedInFrame;
  private boolean welcomeDue = true;
  private boolean greeted;
  private boolean passesOn;
  private boolean pausedReading;
  private boolean halfClosed;
  private boolean ended;
  private Welcome lastWelcome = Welcome.getDefaultInstance();

  /** How many requests have a slot; written by the loop, read by metrics. */
  private volatile int inFlight;

  /**
   * To be called in the handler of the call, on its loop.
   *
   * @param forwarded whether another node passes its clients' requests on through it
   */
  public ConnectStream(
      ServerCallStreamObserver<ServerFrame> out,
      CallContext desk,
      boolean forwarded,
      Consumer<ConnectStream> whenEnded) {
    this.out = out;
    this.loop = desk.loop().get();
    this.desk = desk;
    this.whenEnded = whenEnded;
    this.load = desk.meter().current();
    this.unsent = new PendingReplies(load);
    this.forwarded = forwarded;
    this.passesOn = !forwarded;
    this.upstreams = new ForwardingStreams(this, desk.forwarding().channels());
    out.disableAutoRequest();
    out.setOnReadyHandler(this::look);
    out.setOnCancelHandler(() -> end(false));
    out.setOnCloseHandler(() -> end(false));
    out.request(1);
  }

  public ScheduledExecutorService loop() {
    return loop;
  }

  ConnectionLoad load() {
    return load;
  }

  boolean isForwarded() {
    return forwarded;
  }

  public int inFlight() {
    return inFlight;
  }

  int frameBytes() {
    return desk.settings().frameBytes();
  }

  // --------------------------------------------------------------------------------- requests

  @Override
  public void onNext(ClientFrame frame) {
    if (ended) {
      return;
    }
    Error violation = violation(frame);
    if (violation != null) {
      end(violation);
      return;
    }
    if (frame.hasHello()) {
      passesOn &= !frame.getHello().getFollowsHints();
    }
    greeted = true;
    for (int i = 0; i < frame.getRequestsCount() && !ended; i++) {
      accept(frame.getRequests(i));
    }
    desk.calls().submit();
    look();
    askForMore();
  }

  private @Nullable Error violation(ClientFrame frame) {
    int most = 2 * desk.settings().requestsPerConnection();
    if (frame.getRequestsCount() > most) {
      return Errors.invalid(
          "requests: %d in a frame (expected: at most %d)"
              .formatted(frame.getRequestsCount(), most));
    }
    return frame.hasHello() && greeted
        ? Errors.invalid("hello: in a later frame (expected: in the first frame only)")
        : null;
  }

  private void accept(Request request) {
    if (slots.containsKey(request.getCorrelation())) {
      // To answer under this correlation would be taken for the answer to the other request.
      end(
          Errors.invalid(
              "correlation: %s (expected: one that is not in use)"
                  .formatted(Long.toUnsignedString(request.getCorrelation()))));
      return;
    }
    StreamSlot slot = new StreamSlot(this, request);
    if (request.getCallCase() == Request.CallCase.CANCEL_WATCH) {
      cancelWatch(request);
      return;
    }
    Error full = load.take(slot);
    if (full != null) {
      desk.metrics().count(slot.kind, Reply.newBuilder().setError(full));
      unsent.addRefusal(Reply.newBuilder().setCorrelation(slot.correlation).setError(full).build());
      return;
    }
    slots.put(slot.correlation, slot);
    if (slot.isWatch()) {
      watches++;
      desk.calls().watch(request, this, slot);
    } else {
      slot.call = desk.calls().start(request, slot);
    }
  }

  private void cancelWatch(Request request) {
    Reply.Builder reply = Reply.newBuilder().setCorrelation(request.getCorrelation());
    StreamSlot slot = slots.get(request.getCancelWatch().getWatch());
    if (slot != null && slot.watch != null) {
      slot.watch.cancel();
      load.freeBytes(leave(slot));
    }
    // Nothing to cancel is no error: the watch may have ended by itself on the way.
    reply.setCancelWatch(CancelWatchReply.getDefaultInstance());
    desk.metrics().count(request.getCallCase(), reply);
    unsent.addRefusal(reply.build());
  }

  private void askForMore() {
    if (ended || halfClosed) {
      return;
    }
    FrontEndSettings settings = desk.settings();
    pausedReading =
        unsent.size() > settings.requestsPerConnection()
            || unsent.bytes() > settings.connectionBytes() / PAUSE_PART;
    if (!pausedReading) {
      out.request(1);
    }
  }

  boolean passOn(StreamSlot slot, ShardParts parts, Failure why) {
    return passesOn && !ended && upstreams.passOn(slot, parts, why);
  }

  /** On the loop: starts a request anew that could not be passed on. */
  void startAgain(StreamSlot slot) {
    if (!ended) {
      slot.call = desk.calls().start(slot.withTimeLeft(), slot);
      desk.calls().submit();
      look();
    }
  }

  // ---------------------------------------------------------------------------------- replies

  /** From any thread; {@link #flush} must follow. */
  void leave(MailboxReceiver hearer, Object heard) {
    mailbox.add(hearer, heard);
  }

  /** From the delivery's thread. */
  void leaveNotice(StreamWatch watch, WatchReply notice) {
    noticeBytes.addAndGet(notice.getSerializedSize());
    mailbox.add(watch, notice);
    flush();
  }

  /** On the loop: it was sent, or will not be. */
  void noticeGone(WatchReply notice) {
    noticeBytes.addAndGet(-notice.getSerializedSize());
  }

  /** From the delivery's thread: whether a watch may be given more. */
  boolean takesEvents() {
    boolean takes = noticeBytes.get() < MAX_NOTICE_BYTES && out.isReady();
    if (!takes) {
      noticeRefused = true;
    }
    return takes;
  }

  /** Leadership of some shard has changed. Any thread. */
  public void leadershipChanged() {
    leadersChanged = true;
    flush();
  }

  @Override
  public void flush() {
    if (!awaited.get() && awaited.compareAndSet(false, true)) {
      try {
        loop.execute(look);
      } catch (RejectedExecutionException stopped) {
        return; // The server has stopped, and the connection with it.
      }
    }
  }

  /** On the loop. A bug ends this stream, whose client then asks again, and no other one. */
  private void look() {
    try {
      hearAndSend();
    } catch (RuntimeException | java.lang.Error bug) {
      LOG.error("internal error on a client's stream; closing the stream", bug);
      end(Errors.error(Reason.INTERNAL, "internal error: " + bug));
      if (bug instanceof java.lang.Error error) {
        NodeThreads.report(error);
        throw error;
      }
    }
  }

  /** Hears what has come, then sends what it can. */
  private void hearAndSend() {
    awaited.set(false); // First: what comes from now on asks for another look.
    if (leadersChanged) {
      leadersChanged = false;
      welcomeDue = true;
      upstreams.leadershipChanged();
    }
    mailbox.deliver();
    if (!ended) {
      send();
      upstreams.flush();
      inFlight = slots.size() - watches;
      unsent.reportIdle();
    }
  }

  /** On the loop: a reply that another one follows. */
  void queueInterim(Reply reply, StreamSlot slot) {
    if (!ended) {
      unsent.addInterim(reply, slot);
    }
  }

  /**
   * On the loop: the last reply to a request.
   *
   * @param taken from the load already, for the reply
   */
  void queueLast(Reply reply, StreamSlot slot, long taken) {
    if (ended) {
      load.freeBytes(taken);
    } else {
      desk.metrics().count(slot.kind, unsent.addLast(reply, slot, taken));
    }
  }

  private void send() {
    while (out.isReady() && (welcomeDue || !unsent.isEmpty())) {
      ServerFrame frame = nextFrame();
      if (frame != null) {
        out.onNext(frame);
      }
    }
    if (pausedReading) {
      askForMore();
    }
    if (noticeRefused && out.isReady()) {
      noticeRefused = false;
      wakeWatches();
    }
    if (halfClosed && slots.isEmpty() && unsent.isEmpty()) {
      out.onCompleted();
      end(false);
    }
  }

  private @Nullable ServerFrame nextFrame() {
    ServerFrame.Builder frame = ServerFrame.newBuilder();
    if (welcomeDue) {
      welcomeDue = false;
      Welcome welcome = desk.welcome().get();
      if (!welcome.equals(lastWelcome)) {
        lastWelcome = welcome;
        frame.setWelcome(welcome);
      }
    }
    unsent.moveTo(frame, handedOver);
    load.freeBytes(freedInFrame);
    freedInFrame = 0;
    return frame.hasWelcome() || frame.getRepliesCount() > 0 ? frame.build() : null;
  }

  private void handedOver(PendingReplies.Outgoing sent) {
    if (sent.reply().hasWatch()) {
      noticeGone(sent.reply().getWatch());
    } else if (sent.last() && sent.slot() != null) {
      freedInFrame += leave(sent.slot());
    }
  }

  /**
   * Gives the slot up, if that was not done before. Returns the bytes that the caller must free.
   */
  private long leave(StreamSlot slot) {
    if (!slots.remove(slot.correlation, slot)) {
      return 0;
    }
    load.left(slot);
    watches -= slot.isWatch() ? 1 : 0;
    return slot.bytes;
  }

  private void wakeWatches() {
    for (StreamSlot slot : slots.values()) {
      if (slot.watch != null) {
        slot.watch.wake();
      }
    }
  }

  // -------------------------------------------------------------------------------------- end

  @Override
  public void onError(Throwable broken) {
    end(false);
  }

  @Override
  public void onCompleted() {
    halfClosed = true;
    look();
  }

  /** On the loop: the client did what it must not, or the server stops. */
  public void end(Error error) {
    if (!ended) {
      boolean claimsTooMuch = error.getReason() == Reason.SHUTTING_DOWN && !slots.isEmpty();
      out.onError(
          Errors.status(
              claimsTooMuch
                  ? Errors.error(
                      Reason.LEADERSHIP_LOST,
                      error.getMessage() + "; requests that it has not answered may be executed")
                  : error));
      end(error.getReason() == Reason.SHUTTING_DOWN);
    }
  }

  private void end(boolean nodeStops) {
    if (ended) {
      return;
    }
    ended = true;
    for (StreamSlot slot : new ArrayList<>(slots.values())) {
      slot.abandon(nodeStops);
      load.freeBytes(leave(slot));
    }
    upstreams.close();
    unsent.clear();
    inFlight = 0;
    whenEnded.accept(this);
  }
}
