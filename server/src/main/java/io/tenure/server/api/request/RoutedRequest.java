package io.tenure.server.api.request;

import io.tenure.protocol.v1.Request;
import io.tenure.server.api.shard.ShardParts;

/** A request that found its shard: what every call starts from. */
public record RoutedRequest(Request request, ShardParts parts, ReplyTarget to) {}
