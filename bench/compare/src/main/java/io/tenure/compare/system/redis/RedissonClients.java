package io.tenure.compare.system.redis;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tenure.compare.system.Versions;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * Redisson for hundreds of clients in one process. By default each has about 50 threads, and opens
 * 25 connections at once; here they share the threads of one client, and connect on demand.
 */
final class RedissonClients {
  private static final int WATCHDOG_MILLIS = 10_000;
  private static final int IMPATIENCE_MILLIS = 1_000;
  private static final int NETTY_THREADS = 32;
  private static final int THREADS = 16;

  static final String DESCRIPTION =
      "Redisson "
          + Versions.of("redisson")
          + ", watchdog of "
          + WATCHDOG_MILLIS / 1000
          + " s, connections on demand, threads shared by all clients of a process";

  static final String IMPATIENT = "no retries, timeouts of " + IMPATIENCE_MILLIS + " ms";

  private static final EventLoopGroup EVENT_LOOPS =
      new MultiThreadIoEventLoopGroup(
          NETTY_THREADS, new DefaultThreadFactory("redisson", true), NioIoHandler.newFactory());

  private static final ExecutorService EXECUTOR =
      Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("redisson-task", true));

  private RedissonClients() {}

  static RedissonClient connect(String address) {
    return Redisson.create(config(address));
  }

  /**
   * A client of one of several servers. With the default timeouts a whole attempt would time out
   * before a dead server is detected, and the next attempt, too.
   */
  static RedissonClient connectImpatiently(String address) {
    Config config = config(address);
    config
        .useSingleServer()
        .setRetryAttempts(0)
        .setTimeout(IMPATIENCE_MILLIS)
        .setConnectTimeout(IMPATIENCE_MILLIS);
    return Redisson.create(config);
  }

  private static Config config(String address) {
    Config config = new Config();
    config
        .setLockWatchdogTimeout(WATCHDOG_MILLIS)
        .setEventLoopGroup(EVENT_LOOPS)
        .setExecutor(EXECUTOR);
    config
        .useSingleServer()
        .setAddress("redis://" + address)
        .setConnectionMinimumIdleSize(1)
        .setSubscriptionConnectionMinimumIdleSize(1);
    return config;
  }
}
