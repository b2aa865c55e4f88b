package io.tenure.server.api.read;

import io.tenure.core.model.Key;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.server.api.encode.WireDecoder;
import io.tenure.server.api.shard.ShardMap;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Which page of a listing is asked for. A page never crosses shards, so that one leader can answer
 * it; a listing of everything goes from shard to shard.
 *
 * @param prefix null for everything
 * @param shard the shard that the page is in
 * @param after the last key of the page before, null at the beginning of the shard
 */
public record ListPage(
    @Nullable Key prefix, int shard, @Nullable Key after, int keys, int waiters) {
  private static final int STANDARD_KEYS = 100;
  private static final int MAX_KEYS = 1_000;
  private static final int STANDARD_WAITERS = 10;
  private static final int MAX_WAITERS = 100;

  public static ListPage of(ListRequest wire, ShardMap shards) {
    boolean everything = wire.getPrefix().isEmpty() || wire.getPrefix().equals("/");
    Key prefix = everything ? null : Key.of(wire.getPrefix());
    int first = prefix == null ? 0 : shards.ofKey(prefix).index();
    int keys = WireDecoder.count("page size", wire.getPageSize(), STANDARD_KEYS, MAX_KEYS);
    int waiters =
        WireDecoder.count("max waiters", wire.getMaxWaiters(), STANDARD_WAITERS, MAX_WAITERS);
    if (wire.getPageToken().isEmpty()) {
      return new ListPage(prefix, first, null, keys, waiters);
    }
    ListPage place = place(wire.getPageToken());
    int shard = place.shard();
    Key after = place.after();
    boolean fits =
        shard >= 0
            && shard < shards.size()
            && (prefix == null || shard == first)
            && (after == null || shards.ofKey(after).index() == shard)
            && (prefix == null || (after != null && isIn(prefix, after)));
    if (!fits) {
      throw badToken();
    }
    return new ListPage(prefix, shard, after, keys, waiters);
  }

  private static boolean isIn(Key prefix, Key key) {
    return prefix.equals(key) || prefix.isAncestorOf(key);
  }

  private static ListPage place(String token) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(token);
      String text = new String(bytes, StandardCharsets.UTF_8);
      int colon = text.indexOf(':');
      int shard = Integer.parseUnsignedInt(text.substring(0, Math.max(0, colon)));
      String path = text.substring(colon + 1);
      return new ListPage(null, shard, path.isEmpty() ? null : Key.of(path), 0, 0);
    } catch (IllegalArgumentException unreadable) {
      throw badToken();
    }
  }

  private static IllegalArgumentException badToken() {
    return new IllegalArgumentException(
        "page token: unknown (expected: the token of the previous reply)");
  }

  /** The token for what follows this key in this shard, or for the beginning of a shard. */
  static String token(int shard, @Nullable Key after) {
    String text = shard + ":" + (after == null ? "" : after.path());
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
