package io.tenure.client.internal.read;

import io.tenure.client.internal.call.ErrorMapping;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A read on the stream, for its future. */
final class ReadCall<T> extends Call {
  private final Consumer<Request.Builder> writer;
  private final Function<Reply, T> reader;
  private final CompletableFuture<T> result;

  ReadCall(
      int shard,
      Consumer<Request.Builder> writer,
      Function<Reply, T> reader,
      CompletableFuture<T> result) {
    super(shard, Lane.ASK, CallEffect.READS);
    this.writer = writer;
    this.reader = reader;
    this.result = result;
  }

  @Override
  protected void writeTo(Request.Builder request) {
    writer.accept(request);
  }

  @Override
  protected boolean onReply(Reply reply) {
    result.complete(reader.apply(reply));
    return true;
  }

  @Override
  protected void onFailure(Error error) {
    CallerFutures.fail(result, () -> ErrorMapping.of(error));
  }
}
