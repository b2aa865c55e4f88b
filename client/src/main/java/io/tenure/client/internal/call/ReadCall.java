package io.tenure.client.internal.call;

import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.Call;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A question that changes nothing. */
final class ReadCall<T> extends Call {
  private final int shard;
  private final Consumer<Request.Builder> wording;
  private final Function<Reply, T> meaning;
  private final CompletableFuture<T> result;

  ReadCall(
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
    CallerFutures.fail(result, () -> ErrorMapping.of(error));
  }
}
