package io.tenure.client;

import io.tenure.client.connection.Call;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A question that changes nothing. */
final class Read<T> extends Call {
  private final int shard;
  private final Consumer<Request.Builder> wording;
  private final Function<Reply, T> meaning;
  private final CompletableFuture<T> result;

  Read(
      int shard,
      Consumer<Request.Builder> wording,
      Function<Reply, T> meaning,
      CompletableFuture<T> result) {
    this.shard = shard;
    this.wording = wording;
    this.meaning = meaning;
    this.result = result;
  }

  @Override
  protected int shard() {
    return shard;
  }

  @Override
  protected boolean isHarmless() {
    return true;
  }

  @Override
  protected void describe(Request.Builder request) {
    wording.accept(request);
  }

  @Override
  protected boolean replied(Reply reply) {
    result.complete(meaning.apply(reply));
    return true;
  }

  @Override
  protected void failed(Error error) {
    Futures.fail(result, () -> Errors.of(error));
  }
}
