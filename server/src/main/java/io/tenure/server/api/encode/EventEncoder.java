package io.tenure.server.api.encode;

import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WatchStarted;
import io.tenure.server.api.error.CallRefused;
import io.tenure.server.api.error.Errors;
import io.tenure.server.api.shard.ShardMap;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.watch.EventBatch;
import io.tenure.server.watch.WatchEnd;
import io.tenure.server.watch.WatchFilter;
import java.util.function.Function;

/** Encodes what the watches of one shard receive; a batch is encoded once. */
public final class EventEncoder {
  private final Function<EventBatch, WatchReply> encoder;

  public EventEncoder(ShardParts parts) {
    encoder =
        batch -> {
          Events.Builder events = Events.newBuilder();
          batch.events().forEach(event -> events.addEvents(WireEncoder.event(parts, event)));
          return WatchReply.newBuilder().setEvents(events).build();
        };
  }

  public WatchReply events(EventBatch batch) {
    return batch.encodedBy(encoder);
  }

  public static WatchReply started(long after) {
    return WatchReply.newBuilder().setStarted(WatchStarted.newBuilder().setAfter(after)).build();
  }

  public static WatchReply progress(long revision) {
    return WatchReply.newBuilder().setProgress(revision).build();
  }

  public static Error ended(WatchEnd end) {
    return switch (end.reason()) {
      case COMPACTED ->
          Errors.error(
              Reason.COMPACTED,
              "from revision: events up to %d are not kept (list, then watch from %d)"
                  .formatted(end.revision(), end.revision() + 1));
      case SLOW_SUBSCRIBER ->
          Errors.error(
              Reason.SLOW_SUBSCRIBER,
              "the subscriber does not read fast enough; delivered through revision "
                  + end.revision());
      case LIMIT_REACHED ->
          Errors.error(
              Reason.LIMIT_REACHED,
              "watches of this shard on this node: full (setting watch-subscribers; retry later, or"
                  + " use another node)");
      case SHUTTING_DOWN ->
          Errors.error(
              Reason.SHUTTING_DOWN,
              "the node is shutting down; delivered through revision " + end.revision());
      case INTERNAL ->
          Errors.error(
              Reason.INTERNAL,
              "the watch has failed; delivered through revision " + end.revision());
    };
  }

  public static WatchFilter filter(WatchRequest wire) {
    return isWhole(wire)
        ? WatchFilter.EVERYTHING
        : new WatchFilter(Key.of(wire.getKey()), wire.getSubtree());
  }

  /** The shard whose events are asked for. */
  public static ShardParts shard(WatchRequest wire, ShardMap shards) {
    if (!isWhole(wire)) {
      return shards.ofKey(Key.of(wire.getKey()));
    }
    if (shards.size() > 1) {
      throw new CallRefused(
          Reason.CROSS_SHARD, "key: \"/\" (expected: a key, as there is more than one shard)");
    }
    return shards.at(0);
  }

  private static boolean isWhole(WatchRequest wire) {
    return wire.getKey().equals("/") && wire.getSubtree();
  }

  public static long fromRevision(WatchRequest wire) {
    if (wire.getFromRevision() < 0 || wire.getFromRevision() > Limits.MAX_REVISION) {
      throw new IllegalArgumentException(
          "from revision: %s (expected: 0 or more, below 2^53)"
              .formatted(Long.toUnsignedString(wire.getFromRevision())));
    }
    return wire.getFromRevision();
  }
}
