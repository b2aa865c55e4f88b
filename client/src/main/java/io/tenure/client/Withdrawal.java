package io.tenure.client;

import io.tenure.client.connection.Call;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.WithdrawRequest;

/** Gives up a request that may wait, or was granted unnoticed. Sent until it is answered. */
final class Withdrawal extends Call {
  private final SessionPart part;
  private final long number;
  private final String owner;

  Withdrawal(SessionPart part, long number, String owner) {
    this.part = part;
    this.number = number;
    this.owner = owner;
  }

  @Override
  protected int shard() {
    return part.shard();
  }

  @Override
  protected Lane lane() {
    return Lane.GIVE_BACK;
  }

  @Override
  protected void describe(Request.Builder request) {
    request.setWithdraw(
        WithdrawRequest.newBuilder()
            .setSession(part.id())
            .setRequest(number)
            .setAcknowledged(part.acknowledged(number))
            .setGiveBack(true));
  }

  @Override
  protected boolean replied(Reply reply) {
    part.withdrawn(number, owner);
    return true;
  }

  @Override
  protected void failed(Error error) {
    part.withdrawn(number, owner);
    part.refused(error);
  }
}
