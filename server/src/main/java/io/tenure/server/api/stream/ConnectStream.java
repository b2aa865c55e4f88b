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
import io.tenure.protocol.v1.Welcome;
import io.tenure.server.api.call.CallContext;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.load.CallLoad;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.config.FrontEndSettings;
import io.tenure.server.thread.NodeThreads;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Connect stream: frames of requests in, frames of replies out.
 *
 * <p>Everything happens on the loop of the connection; other threads post to the {@link
 * StreamMailbox}, whose flush wakes the loop. While the loop is busy, or the client slow, replies
 * gather; the next frame takes them all.
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
public final class ConnectStream implements StreamObserver<ClientFrame> {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectStream.class);

  /** No more frames are read while unsent replies take this part of the connection's bytes. */
  private static final int PAUSE_PART = 2;

  private enum Phase {
    OPEN,

    /** The client sends nothing more; what it has sent is answered. */
    HALF_CLOSED,

    ENDED
  }

  private final ServerCallStreamObserver<ServerFrame> out;
  private final ScheduledExecutorService loop;
  private final CallContext context;
  private final ForwardingStreams forwardingStreams;
  private final Consumer<ConnectStream> whenEnded;
  private final StreamMailbox mailbox;
  private final WatchNotices notices;
  private final Consumer<PendingReplies.Outgoing> handedOver = this::handedOver;
  private volatile boolean leadersChanged;

  // From here on for the loop alone.

  private final ConnectionLoad load;
  private final OpenSlots slots;
  private final PendingReplies unsent;
  private final boolean forwarded;
  private long freedInFrame;
  private boolean welcomeDue = true;
  private boolean greeted;
  private boolean forwards;
  private boolean pausedReading;
  private Phase phase = Phase.OPEN;
  private Welcome lastWelcome = Welcome.getDefaultInstance();

  /**
   * To be called in the handler of the call, on its loop.
   *
   * @param forwarded whether another node forwards its clients' requests through it
   */
  public ConnectStream(
      ServerCallStreamObserver<ServerFrame> out,
      CallContext context,
      boolean forwarded,
      Consumer<ConnectStream> whenEnded) {
    this.out = out;
    this.loop = context.loop().get();
    this.context = context;
    this.whenEnded = whenEnded;
    this.load = context.limiter().current();
    this.slots = new OpenSlots(load);
    this.unsent = new PendingReplies(load);
    this.mailbox = new StreamMailbox(loop, this::look);
    this.notices = new WatchNotices(mailbox, out::isReady);
    this.forwarded = forwarded;
    this.forwards = !forwarded;
    this.forwardingStreams = new ForwardingStreams(this, context.forwarding().channels());
    out.disableAutoRequest();
    out.setOnReadyHandler(this::look);
    out.setOnCancelHandler(() -> end(false));
    out.setOnCloseHandler(() -> end(false));
    out.request(1);
  }

  private boolean hasEnded() {
    return phase == Phase.ENDED;
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

  /** How many requests are not answered, watches aside. Any thread. */
  public int inFlight() {
    return slots.requests();
  }

  StreamMailbox mailbox() {
    return mailbox;
  }

  WatchNotices notices() {
    return notices;
  }

  int frameBytes() {
    return context.settings().frameBytes();
  }

  // --------------------------------------------------------------------------------- requests

  @Override
  public void onNext(ClientFrame frame) {
    if (hasEnded()) {
      return;
    }
    Error violation = violation(frame);
    if (violation != null) {
      end(violation);
      return;
    }
    if (frame.hasHello()) {
      forwards &= !frame.getHello().getFollowsHints();
    }
    greeted = true;
    for (int i = 0; i < frame.getRequestsCount() && !hasEnded(); i++) {
      accept(frame.getRequests(i));
    }
    context.calls().submit();
    look();
    askForMore();
  }

  private @Nullable Error violation(ClientFrame frame) {
    int most = 2 * context.settings().requestsPerConnection();
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
    if (slots.contains(request.getCorrelation())) {
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
    Error full = slots.take(slot);
    if (full != null) {
      context.metrics().count(slot.kind, Reply.newBuilder().setError(full));
      unsent.addRefusal(Reply.newBuilder().setCorrelation(slot.correlation).setError(full).build());
      return;
    }
    if (slot.isWatch()) {
      StreamWatch.start(request.getWatch(), this, slot, context.calls());
    } else {
      slot.call = context.calls().start(request, slot);
    }
  }

  private void cancelWatch(Request request) {
    Reply.Builder reply = Reply.newBuilder().setCorrelation(request.getCorrelation());
    StreamSlot slot = slots.get(request.getCancelWatch().getWatch());
    if (slot != null && slot.watch != null) {
      slot.watch.cancel();
      load.freeBytes(slots.giveUp(slot));
    }
    // Nothing to cancel is no error: the watch may have ended by itself on the way.
    reply.setCancelWatch(CancelWatchReply.getDefaultInstance());
    context.metrics().count(request.getCallCase(), reply);
    unsent.addRefusal(reply.build());
  }

  private void askForMore() {
    if (phase != Phase.OPEN) {
      return;
    }
    FrontEndSettings settings = context.settings();
    pausedReading =
        unsent.size() > settings.requestsPerConnection()
            || unsent.bytes() > settings.connectionBytes() / PAUSE_PART;
    if (!pausedReading) {
      out.request(1);
    }
  }

  boolean forward(StreamSlot slot, ShardParts parts, Failure why) {
    return forwards && !hasEnded() && forwardingStreams.forward(slot, parts, why);
  }

  /** On the loop: starts a request anew that could not be passed on. */
  void startAgain(StreamSlot slot) {
    if (!hasEnded()) {
      slot.call = context.calls().start(slot.withTimeLeft(), slot);
      context.calls().submit();
      look();
    }
  }

  // ---------------------------------------------------------------------------------- replies

  /** Leadership of some shard has changed. Any thread. */
  public void leadershipChanged() {
    leadersChanged = true;
    mailbox.flush();
  }

  /** On the loop. A bug ends this stream, whose client then asks again, and no other one. */
  private void look() {
    try {
      receiveAndSend();
    } catch (RuntimeException | java.lang.Error bug) {
      LOG.error("internal error on a client's stream; closing the stream", bug);
      end(Errors.error(Reason.INTERNAL, "internal error: " + bug));
      if (bug instanceof java.lang.Error error) {
        NodeThreads.report(error);
        throw error;
      }
    }
  }

  /** Handles what has been posted, then sends what it can. */
  private void receiveAndSend() {
    mailbox.deliver();
    if (leadersChanged) {
      leadersChanged = false;
      welcomeDue = true;
      forwardingStreams.leadershipChanged();
    }
    if (!hasEnded()) {
      send();
      forwardingStreams.flush();
      slots.count();
      unsent.reportIdle();
    }
  }

  /** On the loop: a reply that another one follows. */
  void queueInterim(Reply reply, StreamSlot slot) {
    if (!hasEnded()) {
      unsent.addInterim(reply, slot);
    }
  }

  /**
   * On the loop: the last reply to a request.
   *
   * @param taken from the load already, for the reply
   */
  void queueLast(Reply reply, StreamSlot slot, long taken) {
    if (hasEnded()) {
      load.freeBytes(taken);
    } else {
      context.metrics().count(slot.kind, unsent.addLast(reply, slot, taken));
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
    if (notices.resumes()) {
      slots.wakeWatches();
    }
    if (phase == Phase.HALF_CLOSED && slots.isEmpty() && unsent.isEmpty()) {
      out.onCompleted();
      end(false);
    }
  }

  private @Nullable ServerFrame nextFrame() {
    ServerFrame.Builder frame = ServerFrame.newBuilder();
    if (welcomeDue) {
      welcomeDue = false;
      Welcome welcome = context.welcome().get();
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
      notices.gone(sent.reply().getWatch());
    } else if (sent.last() && sent.slot() != null) {
      freedInFrame += slots.giveUp(sent.slot());
    }
  }

  // -------------------------------------------------------------------------------------- end

  @Override
  public void onError(Throwable broken) {
    end(false);
  }

  @Override
  public void onCompleted() {
    if (phase == Phase.OPEN) {
      phase = Phase.HALF_CLOSED;
    }
    look();
  }

  /** On the loop: the client did what it must not, or the server stops. */
  public void end(Error error) {
    if (!hasEnded()) {
      boolean claimsTooMuch = error.getReason() == Reason.SHUTTING_DOWN && !slots.isEmpty();
      out.onError(
          Errors.status(
              claimsTooMuch
                  ? Errors.error(
                      Reason.LEADERSHIP_LOST,
                      error.getMessage() + "; requests that were not answered may be executed")
                  : error));
      end(error.getReason() == Reason.SHUTTING_DOWN);
    }
  }

  private void end(boolean nodeStops) {
    if (hasEnded()) {
      return;
    }
    phase = Phase.ENDED;
    for (StreamSlot slot : slots.all()) {
      slot.abandon(nodeStops);
      load.freeBytes(slots.giveUp(slot));
    }
    forwardingStreams.close();
    unsent.clear();
    slots.count();
    whenEnded.accept(this);
  }
}
