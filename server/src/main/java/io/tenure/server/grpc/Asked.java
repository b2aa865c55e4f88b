package io.tenure.server.grpc;

import io.tenure.protocol.v1.Request;

/** A request that found its shard: what every call starts from. */
record Asked(Request request, ShardParts parts, ReplyTo to) {}
