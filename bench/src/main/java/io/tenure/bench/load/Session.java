package io.tenure.bench.load;

import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;

/** A session of the service: opened, kept alive at the pool's pace, closed. */
final class Session extends Call {
  /** What the request under way, or the last one, was for. */
  private enum Step {
    OPEN,
    KEEP_ALIVE,
    CLOSE
  }

  final Numbers numbers = new Numbers();
  private final SessionPool pool;
  private final long nonce;
  private Step step = Step.OPEN;
  private boolean closing;
  private long id;

  Session(Lane lane, SessionPool pool, long nonce) {
    super(lane);
    this.pool = pool;
    this.nonce = nonce;
  }

  long id() {
    return id;
  }

  void open() {
    step = Step.OPEN;
    lane.submit(this);
  }

  /** Whether it was time and there was something to do: the last one may be under way still. */
  boolean keepAlive() {
    if (id == 0 || open || closing) {
      return false;
    }
    step = Step.KEEP_ALIVE;
    lane.submit(this);
    return true;
  }

  void close() {
    closing = true;
    if (!open) {
      step = Step.CLOSE;
      lane.submit(this);
    }
  }

  @Override
  void describe(Request.Builder request) {
    switch (step) {
      case OPEN ->
          request.setOpenSession(
              OpenSessionRequest.newBuilder()
                  .setTtlMs(pool.ttlMillis())
                  .setClientName("load")
                  .setNonce(nonce)
                  .setShard(lane.shard()));
      case KEEP_ALIVE -> request.setKeepAlive(KeepAliveRequest.newBuilder().setSession(id));
      case CLOSE -> request.setCloseSession(CloseSessionRequest.newBuilder().setSession(id));
    }
  }

  @Override
  void answered(Link from, Reply reply, long nowNanos) {
    switch (step) {
      case OPEN -> {
        id = reply.getOpenSession().getSession();
        pool.opened();
      }
      case KEEP_ALIVE -> {
        pool.keptAlive(nowNanos - submittedNanos);
        if (closing) {
          close();
        }
      }
      case CLOSE -> closed();
    }
  }

  @Override
  void failed(Error error) {
    if (error.getReason() != Reason.SESSION_UNKNOWN) {
      super.failed(error);
    } else if (closing) {
      closed();
    } else {
      id = 0;
      pool.lost();
    }
  }

  private void closed() {
    id = 0;
    pool.closed();
  }
}
