package io.tenure.faults.fault;

import io.tenure.faults.fault.kind.Clocks;
import io.tenure.faults.fault.kind.Disks;
import io.tenure.faults.fault.kind.Kills;
import io.tenure.faults.fault.kind.Members;
import io.tenure.faults.fault.kind.Partitions;
import io.tenure.faults.fault.kind.Pauses;
import io.tenure.faults.fault.kind.Slowness;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** What can go wrong. */
@SuppressWarnings("ImmutableEnumChecker") // A record of such, and a method's name.
public enum FaultKind {
  KILL_ONE("kill-one", Traits.of(Reach.PROCESS, "kill").onAnyNode(), Kills::one),
  KILL_LEADER("kill-leader", Traits.of(Reach.PROCESS, "kill"), Kills::leader),
  KILL_MAJORITY("kill-majority", Traits.of(Reach.MANY, "kill"), Kills::majority),
  KILL_ALL("kill-all", Traits.of(Reach.MANY, "kill"), Kills::all),
  RESTART("restart", Traits.of(Reach.MANY, "kill"), Kills::rolling),

  PAUSE_LEADER("pause-leader", Traits.of(Reach.PROCESS, "pause"), Pauses::leader),
  PAUSE_FOLLOWER("pause-follower", Traits.of(Reach.PROCESS, "pause"), Pauses::follower),

  PARTITION_LEADER(
      "partition-leader",
      Traits.of(Reach.LINKS, "partition").needing(Need.NETWORK),
      Partitions::leader),
  PARTITION_MINORITY(
      "partition-minority",
      Traits.of(Reach.LINKS, "partition").needing(Need.NETWORK),
      Partitions::minority),
  PARTITION_BRIDGE(
      "partition-bridge",
      Traits.of(Reach.MANY, "partition").needing(Need.NETWORK),
      Partitions::bridge),
  PARTITION_ALL(
      "partition-all", Traits.of(Reach.MANY, "partition").needing(Need.NETWORK), Partitions::all),
  PARTITION_ONE_WAY(
      "partition-one-way",
      Traits.of(Reach.LINKS, "partition").needing(Need.NETWORK).onAnyNode(),
      Partitions::oneWay),
  PARTITION_FLAPPING(
      "partition-flapping",
      Traits.of(Reach.LINKS, "partition").needing(Need.NETWORK).onAnyNode(),
      Partitions::flapping),

  PARTITION_CLIENTS(
      "partition-clients",
      Traits.of(Reach.NOTHING, "partition", "client").needing(Need.NETWORK).needing(Need.CLIENTS),
      Partitions::clients),

  DELAY("delay", Traits.of(Reach.LINKS, "slow").needing(Need.NETWORK).onAnyNode(), Slowness::delay),
  LOSS("loss", Traits.of(Reach.LINKS, "slow").needing(Need.NETWORK).onAnyNode(), Slowness::loss),
  SLOW_DISK(
      "slow-disk",
      Traits.of(Reach.STORAGE, "slow", "disk").needing(Need.AGENT).onAnyNode(),
      Slowness::disk),

  CLOCK_JUMP(
      "clock-jump", Traits.of(Reach.NOTHING, "clock").needing(Need.WALL_CLOCK), Clocks::jump),
  CLOCK_DRIFT(
      "clock-drift", Traits.of(Reach.NOTHING, "clock").needing(Need.WALL_CLOCK), Clocks::drift),
  CLIENT_CLOCK(
      "client-clock",
      Traits.of(Reach.NOTHING, "clock", "client")
          .needing(Need.NETWORK)
          .needing(Need.WALL_CLOCK)
          .needing(Need.CLIENTS),
      Clocks::clients),

  DISK_FULL("disk-full", Traits.of(Reach.PROCESS, "disk").needing(Need.SMALL_DISK), Disks::full),
  DISK_ERROR(
      "disk-error",
      Traits.of(Reach.PROCESS, "disk").needing(Need.AGENT).onAnyNode(),
      Disks::failing),

  WIPE("wipe", Traits.of(Reach.PROCESS, "membership"), Members::wipe),
  REPLACE("replace", Traits.of(Reach.PROCESS, "membership"), Members::remove),
  SNAPSHOT("snapshot", Traits.of(Reach.PROCESS, "membership"), Members::lag),
  TRANSFER("transfer", Traits.of(Reach.NOTHING, "membership"), Members::transfer),

  PAUSE_CLIENT(
      "pause-client",
      Traits.of(Reach.NOTHING, "pause", "client").needing(Need.CLIENTS),
      Pauses::clients),
  KILL_CLIENT(
      "kill-client",
      Traits.of(Reach.NOTHING, "kill", "client").needing(Need.CLIENTS),
      Pauses::deadClient);

  /** How it begins. */
  @FunctionalInterface
  private interface Beginning {
    Fault begin(Scene scene, Random random) throws IOException, InterruptedException;
  }

  private final String label;
  private final Traits traits;
  private final Beginning beginning;

  FaultKind(String label, Traits traits, Beginning beginning) {
    this.label = label;
    this.traits = traits;
    this.beginning = beginning;
  }

  /** As on the command line. */
  public String label() {
    return label;
  }

  /** By which several kinds are asked for together. */
  public List<String> groups() {
    return traits.groups();
  }

  public List<Need> needs() {
    return traits.needs();
  }

  public Reach reach() {
    return traits.reach();
  }

  /** Whether the service must not even notice it. */
  boolean mustChangeNothing() {
    return this == CLOCK_JUMP || this == CLOCK_DRIFT;
  }

  /** Whether it may begin while the other one lasts. */
  boolean joins(FaultKind other) {
    return this != other && traits.anywhere() && reach().goesWith(other.reach());
  }

  /** Why it is impossible here; empty if it is not. */
  public Optional<String> missing(Need.Means means) {
    return traits.needs().stream().flatMap(need -> need.missing(means).stream()).findFirst();
  }

  /** Does the damage, and no more than its kind says. */
  Fault begin(Scene scene, Random random) throws IOException, InterruptedException {
    return beginning.begin(scene, random);
  }
}
