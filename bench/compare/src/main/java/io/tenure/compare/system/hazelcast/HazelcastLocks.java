package io.tenure.compare.system.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.lock.FencedLock;
import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import java.util.List;

/** Locks of the CP subsystem, which belong to the thread that acquired them. */
record HazelcastLocks(HazelcastInstance hazelcast) implements LockClient {
  /** With at least as many clients, each has only one thread for each of its tasks. */
  static final int MANY = 50;

  private static final List<String> THREAD_COUNTS =
      List.of(
          "hazelcast.client.event.thread.count",
          "hazelcast.client.response.thread.count",
          "hazelcast.client.io.input.thread.count",
          "hazelcast.client.io.output.thread.count");

  /**
   * Connects one of several clients of this process. The defaults are for a single client; with
   * them hundreds of clients would have thousands of threads.
   */
  static HazelcastLocks connect(List<String> endpoints, int clients) {
    ClientConfig config = new ClientConfig();
    config.setClusterName(HazelcastSystem.CLUSTER);
    config.setProperty("hazelcast.logging.type", "slf4j");
    config.setProperty("hazelcast.logging.details.enabled", "false");
    if (clients >= MANY) {
      THREAD_COUNTS.forEach(property -> config.setProperty(property, "1"));
    }
    config.getNetworkConfig().setAddresses(endpoints);
    return new HazelcastLocks(HazelcastClient.newHazelcastClient(config));
  }

  @Override
  public LockHandle exclusive(String key) {
    return new Fenced(hazelcast.getCPSubsystem().getLock(key));
  }

  @Override
  public void close() {
    hazelcast.shutdown();
  }

  private record Fenced(FencedLock lock) implements LockHandle {
    @Override
    public long acquire() {
      return lock.lockAndGetFence();
    }

    @Override
    public void release() {
      lock.unlock();
    }
  }
}
