package io.tenure.faults.cluster.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SubnetTest {
  private final Subnet subnet = new Subnet(19, 7);

  @Test
  void stationsHaveAddressesOfTheirOwn() {
    assertThat(subnet.host(Network.HERE)).isEqualTo("198.19.7.250");
    assertThat(subnet.host(3)).isEqualTo("198.19.7.3");
    assertThat(subnet.number(3)).isEqualTo(0xc6130703L);
  }

  @Test
  void routeOfTheSameAddressesIsInTheWay() {
    assertThat(subnet.isFree("198.19.7.0/24 dev br0 scope link src 198.19.7.1")).isFalse();
    assertThat(subnet.isFree("local 198.19.7.9 dev eth0 table local")).isFalse();
    assertThat(subnet.isFree("198.19.0.0/16 via 192.0.2.1 dev eth0")).isFalse();
  }

  @Test
  void othersAreNot() {
    assertThat(subnet.isFree("")).isTrue();
    assertThat(subnet.isFree("default via 192.0.2.1 dev eth0")).isTrue();
    assertThat(subnet.isFree("198.0.0.0/8 via 192.0.2.1 dev tun0")).isTrue();
    assertThat(subnet.isFree("198.19.8.0/24 dev br0\n198.18.0.0/16 dev br1")).isTrue();
  }
}
