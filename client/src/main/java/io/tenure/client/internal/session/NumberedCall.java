package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.Call;

/**
 * A request that a session numbers, so that it is executed once however often it arrives. It gets
 * its number when it first goes out: the service keeps the answers of the latest numbers only, so
 * that one which is far behind the others when it arrives might be taken for one long answered.
 */
abstract class NumberedCall extends Call {
  final SessionPart part;
  private long number;

  NumberedCall(SessionPart part) {
    this.part = part;
  }

  /** 0 before it has gone out. */
  final long number() {
    return number;
  }

  /** To be called where it is described. */
  final long numbered() {
    if (number == 0) {
      number = part.nextNumber();
    }
    return number;
  }

  /** The session is over, and this with it. */
  abstract void sessionOver(Loss loss);

  @Override
  protected final int shard() {
    return part.shard();
  }
}
