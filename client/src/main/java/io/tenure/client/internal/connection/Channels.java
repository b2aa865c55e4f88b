package io.tenure.client.internal.connection;

import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import java.util.concurrent.TimeUnit;

/** Configures every channel of the client, for streams and for plain calls. */
final class Channels {
  private static final int CONNECT_MILLIS = 2_000;

  /** A server that is gone or frozen is noticed also while no answer is due. */
  private static final int KEEP_ALIVE_SECONDS = 10;

  private Channels() {}

  /** Connects when it is first used. */
  static NettyChannelBuilder to(
      Endpoint endpoint, EventLoopGroup network, Class<? extends Channel> type) {
    return NettyChannelBuilder.forAddress(endpoint.host(), endpoint.port())
        .usePlaintext()
        .eventLoopGroup(network)
        .channelType(type)
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
        .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
  }
}
