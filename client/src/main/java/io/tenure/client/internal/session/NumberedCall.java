package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;

/**
 * A request that a session numbers, so that the service executes it once however often it arrives.
 * It gets its number when it is first sent: the service keeps the answers of the latest numbers
 * only, and could take a number that arrives far behind the others for one that it has answered.
 */
abstract class NumberedCall extends Call {
  final SessionPart part;
  private long number;

  NumberedCall(SessionPart part, Lane lane) {
    super(part.shard(), lane, CallEffect.CHANGES);
    this.part = part;
  }

  /** 0 before it was sent. */
  final long number() {
    return number;
  }

  /** To be called by {@link #writeTo}. The same each time. */
  final long assignNumber() {
    if (number == 0) {
      number = part.nextNumber();
    }
    return number;
  }

  /** The session has ended before an answer came. */
  abstract void onSessionEnd(Loss loss);
}
