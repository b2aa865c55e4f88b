package io.tenure.client.internal.call;

import io.tenure.client.error.Reason;
import io.tenure.client.error.UnavailableException;
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
 * Questions that change nothing. What these return is completed on the loop: with the answer, or
 * after the client's timeout. Completing or cancelling it before ends the question.
 */
public final class ReadCalls {
  private static final int PAGE_SIZE = 500;

  private final ClientContext hub;

  public ReadCalls(ClientContext hub) {
    this.hub = hub;
  }

  public CompletableFuture<KeyView> get(String key) {
    KeyPaths.require(key);
    return ask(
        "get",
        shards -> shards.ofKey(key),
        request -> request.setGet(GetRequest.newBuilder().setKey(key)),
        reply -> WireCodec.view(reply.getGet()));
  }

  /** A page's token begins with the shard that the page is in. */
  public CompletableFuture<KeyPage> list(String prefix, String pageToken) {
    TextLimits.require("prefix", prefix, 0, KeyPaths.MAX_BYTES);
    int dot = pageToken.indexOf('.');
    if (!pageToken.matches("|\\d{1,4}\\..{1,1000}")) {
      throw new IllegalArgumentException("page token: unknown (expected: that of the page before)");
    }
    ListRequest list =
        ListRequest.newBuilder()
            .setPrefix(prefix)
            .setPageSize(PAGE_SIZE)
            .setPageToken(pageToken.substring(dot + 1))
            .build();
    return ask(
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

  private <T> CompletableFuture<T> ask(
      String what,
      ToIntFunction<ShardTable> shard,
      Consumer<Request.Builder> wording,
      Function<Reply, T> meaning) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Consumer<ShardTable> ask =
        shards -> {
          ReadCall<T> read = new ReadCall<>(shard.applyAsInt(shards), wording, meaning, result);
          hub.router().submit(read);
          hub.after(result, () -> hub.router().forget(read));
        };
    Runnable start =
        () -> {
          if (!result.isDone()) {
            long limit = hub.timeout().toNanos();
            ClientLoop.Timer timer = hub.loop().after(limit, () -> notAnswered(what, result));
            hub.after(result, timer::cancel);
            hub.router().whenKnown(result, ask, () -> CallerFutures.failClosed(result));
            hub.after(result, () -> hub.router().notCurious(result));
          }
        };
    if (!hub.loop().offer(start)) {
      CallerFutures.failClosed(result);
    }
    return result;
  }

  private void notAnswered(String what, CompletableFuture<?> result) {
    String message =
        "%s: no answer in %d ms: %s"
            .formatted(what, hub.timeout().toMillis(), hub.router().trouble());
    CallerFutures.fail(result, () -> new UnavailableException(Reason.NO_ANSWER, message, null));
  }

  // --------------------------------------------------------------------------------- for users

  /** Waits for it. */
  public static <T> T await(CompletableFuture<T> question) throws InterruptedException {
    try {
      return CallerFutures.await(question);
    } catch (InterruptedException e) {
      question.cancel(false);
      throw e;
    }
  }

  /** A future for users; whoever does not want it any more ends the question. */
  public <T> CompletableFuture<T> handOver(CompletableFuture<T> question) {
    return CallerFutures.handOver(
        question, hub.completions(), unwanted -> {}, () -> question.cancel(false));
  }
}
