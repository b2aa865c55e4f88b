package io.tenure.client.internal.read;

import io.tenure.client.error.Reason;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.internal.call.KeyPaths;
import io.tenure.client.internal.call.TextLimits;
import io.tenure.client.internal.call.WireCodec;
import io.tenure.client.internal.callback.CallerFutures;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.ShardTable;
import io.tenure.client.internal.session.ClientContext;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Reads on the stream. The futures are completed on the loop: with the answer, or exceptionally
 * after the client's timeout. Cancelling a future ends the read.
 */
public final class ReadCalls {
  private static final int PAGE_SIZE = 500;

  private final ClientContext context;

  public ReadCalls(ClientContext context) {
    this.context = context;
  }

  public CompletableFuture<KeyView> get(String key) {
    KeyPaths.require(key);
    return read(
        "get",
        shards -> shards.ofKey(key),
        request -> request.setGet(GetRequest.newBuilder().setKey(key)),
        reply -> WireCodec.view(reply.getGet()));
  }

  /** The page token of the service, with the shard of the page in front. */
  public CompletableFuture<KeyPage> list(String prefix, String pageToken) {
    TextLimits.require("prefix", prefix, 0, KeyPaths.MAX_BYTES);
    int dot = pageToken.indexOf('.');
    if (!pageToken.matches("|\\d{1,4}\\..{1,1000}")) {
      throw new IllegalArgumentException(
          "page token: unknown (expected: the token that the previous page returned)");
    }
    ListRequest list =
        ListRequest.newBuilder()
            .setPrefix(prefix)
            .setPageSize(PAGE_SIZE)
            .setPageToken(pageToken.substring(dot + 1))
            .build();
    return read(
        "list",
        shards ->
            dot < 0
                ? shards.ofKey(prefix)
                : Math.min(shards.size() - 1, Integer.parseInt(pageToken.substring(0, dot))),
        request -> request.setList(list),
        reply -> page(reply.getList()));
  }

  private static KeyPage page(ListReply wire) {
    KeyPage page = WireCodec.page(wire);
    return page.nextPageToken().isEmpty()
        ? page
        : new KeyPage(
            page.keys(), wire.getNextPageShard() + "." + page.nextPageToken(), page.revision());
  }

  private <T> CompletableFuture<T> read(
      String what,
      ToIntFunction<ShardTable> shard,
      Consumer<Request.Builder> writer,
      Function<Reply, T> reader) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Consumer<ShardTable> submit =
        shards -> {
          ReadCall<T> read = new ReadCall<>(shard.applyAsInt(shards), writer, reader, result);
          context.router().submit(read);
          context.whenDone(result, () -> context.router().forget(read));
        };
    Runnable start =
        () -> {
          if (!result.isDone()) {
            long limit = context.timeout().toNanos();
            ClientLoop.Timer timer = context.loop().after(limit, () -> notAnswered(what, result));
            context.whenDone(result, timer::cancel);
            context
                .router()
                .whenShardsKnown(result, submit, () -> CallerFutures.failClosed(result));
            context.whenDone(result, () -> context.router().cancelShardWait(result));
          }
        };
    if (!context.loop().offer(start)) {
      CallerFutures.failClosed(result);
    }
    return result;
  }

  private void notAnswered(String what, CompletableFuture<?> result) {
    String message =
        "%s: no answer within %d ms: %s"
            .formatted(what, context.timeout().toMillis(), context.router().lastProblem());
    CallerFutures.fail(result, () -> new UnavailableException(Reason.NO_ANSWER, message, null));
  }

  // --------------------------------------------------------------------------------- for users

  /** Blocks until the read is done. An interrupt ends the read. */
  public static <T> T await(CompletableFuture<T> read) throws InterruptedException {
    try {
      return CallerFutures.await(read);
    } catch (InterruptedException e) {
      read.cancel(false);
      throw e;
    }
  }

  /** The future for the user. Cancelling it ends the read. */
  public <T> CompletableFuture<T> deliver(CompletableFuture<T> read) {
    return CallerFutures.deliver(
        read, context.completions(), unwanted -> {}, () -> read.cancel(false));
  }
}
