package io.tenure.compare.system;

import io.tenure.compare.system.etcd.EtcdSystem;
import io.tenure.compare.system.hazelcast.HazelcastSystem;
import io.tenure.compare.system.postgres.PostgresSystem;
import io.tenure.compare.system.redis.RedisSystem;
import io.tenure.compare.system.redis.RedlockSystem;
import io.tenure.compare.system.tenure.TenureSystem;
import io.tenure.compare.system.zookeeper.ZookeeperSystem;
import java.util.List;
import java.util.stream.Collectors;

/** All systems, by name. */
public final class Systems {
  private static final List<LockSystem> ALL =
      List.of(
          TenureSystem.cluster(),
          TenureSystem.single(),
          new EtcdSystem(),
          new ZookeeperSystem(),
          RedisSystem.withDefaults(),
          RedisSystem.withFsyncAlways(),
          new RedlockSystem(),
          new PostgresSystem(),
          new HazelcastSystem());

  private Systems() {}

  public static List<LockSystem> all() {
    return ALL;
  }

  /**
   * The system of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static LockSystem named(String name) {
    return named(ALL, "system", name);
  }

  /**
   * The system of that name among the known ones.
   *
   * @param what the name of the option, for the error message
   * @throws IllegalArgumentException if there is none
   */
  public static LockSystem named(List<LockSystem> known, String what, String name) {
    return known.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s: %s (expected: %s)"
                        .formatted(
                            what,
                            name,
                            known.stream()
                                .map(LockSystem::name)
                                .collect(Collectors.joining(", ")))));
  }
}
