package io.tenure.compare.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The systems by name. */
final class SystemsTest {
  @Test
  void systemIsFoundByItsName() {
    assertThat(Systems.all())
        .extracting(LockSystem::name)
        .containsExactly(
            "tenure",
            "tenure-single",
            "etcd",
            "zookeeper",
            "redis",
            "redis-always",
            "redlock",
            "postgres",
            "hazelcast");
    assertThat(Systems.all()).allMatch(system -> Systems.named(system.name()) == system);
  }

  @Test
  void unknownNameIsRefusedWithTheKnownNames() {
    assertThatThrownBy(() -> Systems.named("consul"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("system: consul (expected: tenure, tenure-single, etcd,");
  }
}
