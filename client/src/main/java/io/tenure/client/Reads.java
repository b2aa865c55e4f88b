package io.tenure.client;

import io.tenure.client.connection.Loop;
import io.tenure.client.connection.ShardTable;
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
final class Reads {
  private static final int PAGE_SIZE = 500;

  private final Hub hub;

  Reads(Hub hub) {
    this.hub = hub;
  }

  CompletableFuture<KeyView> get(String key) {
    Keys.require(key);
    return ask(
        "get",
        shards -> shards.ofKey(key),
        request -> request.setGet(GetRequest.newBuilder().setKey(key)),
        reply -> Wire.view(reply.getGet()));
  }

  /** A page's token begins with the shard that the page is in. */
  CompletableFuture<KeyPage> list(String prefix, String pageToken) {
    Text.require("prefix", prefix, 0, Keys.MAX_BYTES);
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
    KeyPage page = Wire.page(wire);
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
          Read<T> read = new Read<>(shard.applyAsInt(shards), wording, meaning, result);
          hub.router().submit(read);
          hub.after(result, () -> hub.router().forget(read));
        };
    Runnable start =
        () -> {
          if (!result.isDone()) {
            long limit = hub.timeout().toNanos();
            Loop.Timer timer = hub.loop().after(limit, () -> notAnswered(what, result));
            hub.after(result, timer::cancel);
            hub.router().whenKnown(result, ask, () -> Futures.failClosed(result));
            hub.after(result, () -> hub.router().notCurious(result));
          }
        };
    if (!hub.loop().offer(start)) {
      Futures.failClosed(result);
    }
    return result;
  }

  private void notAnswered(String what, CompletableFuture<?> result) {
    String message =
        "%s: no answer in %d ms: %s"
            .formatted(what, hub.timeout().toMillis(), hub.router().trouble());
    Futures.fail(result, () -> new UnavailableException(Reason.NO_ANSWER, message, null));
  }

  // --------------------------------------------------------------------------------- for users

  /** Waits for it. */
  static <T> T await(CompletableFuture<T> question) throws InterruptedException {
    try {
      return Futures.await(question);
    } catch (InterruptedException e) {
      question.cancel(false);
      throw e;
    }
  }

  /** A future for users; whoever does not want it any more ends the question. */
  <T> CompletableFuture<T> handOver(CompletableFuture<T> question) {
    return Futures.handOver(
        question, hub.completions(), unwanted -> {}, () -> question.cancel(false));
  }
}
