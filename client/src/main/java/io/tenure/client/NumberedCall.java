package io.tenure.client;

import io.tenure.client.connection.Call;

/** A request that a session numbers, so that it is executed once however often it arrives. */
abstract class NumberedCall extends Call {
  final SessionPart part;
  final long number;

  NumberedCall(SessionPart part) {
    this.part = part;
    this.number = part.nextNumber();
  }

  @Override
  protected final int shard() {
    return part.shard();
  }
}
