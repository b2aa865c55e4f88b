package io.tenure.client.connection;

import io.tenure.protocol.v1.CancelWatchRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;

/** Ends a watch. Where the watch is not, it has ended already. */
final class CancelWatch extends Call {
  private final Call watch;

  CancelWatch(Call watch) {
    this.watch = watch;
  }

  @Override
  protected int shard() {
    return watch.shard();
  }

  @Override
  protected boolean isUrgent() {
    return true;
  }

  @Override
  protected void describe(Request.Builder request) {
    request.setCancelWatch(CancelWatchRequest.newBuilder().setWatch(watch.correlation));
  }

  @Override
  protected boolean replied(Reply reply) {
    return true;
  }

  @Override
  protected void failed(Error error) {}
}
