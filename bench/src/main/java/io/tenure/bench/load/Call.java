package io.tenure.bench.load;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WatchReply;
import org.jspecify.annotations.Nullable;

/**
 * Something that has one request at a time under way. The lane sends it, again if it must, until
 * the answer has come; subclasses say what to send and what to do with the answer. The fields are
 * the lane's.
 */
abstract class Call {
  final Lane lane;

  /** The call's place in the lane; 0 until it was first used. */
  int slot;

  /** Of the request under way or the last one; grows with the order of submission. */
  long correlation;

  /** Whether a request is under way. */
  boolean open;

  /** Where the request went; null if it is to be sent (again). */
  @Nullable Link sentOn;

  long submittedNanos;

  Call(Lane lane) {
    this.lane = lane;
  }

  /** Sets the request's call; also when it is sent again. */
  abstract void describe(Request.Builder request);

  /** The answer is there; the call may be submitted again. */
  abstract void answered(Link from, Reply reply, long nowNanos);

  /** A watch has something to tell. */
  void noticed(WatchReply notice, long nowNanos) {
    throw new IllegalStateException("not a watch: " + this);
  }

  /** The answer is an error for which there is no remedy. */
  void failed(Error error) {
    lane.fail(getClass().getSimpleName() + ": " + error.getReason() + ": " + error.getMessage());
  }
}
