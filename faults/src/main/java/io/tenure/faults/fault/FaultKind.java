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

/** The kinds of faults. */
@SuppressWarnings("ImmutableEnumChecker") // A record of such, and a method's name.
public enum FaultKind {
  KILL_ONE("kill-one", Traits.of(FaultScope.PROCESS, "kill").onAnyNode(), Kills::one),
  KILL_LEADER("kill-leader", Traits.of(FaultScope.PROCESS, "kill"), Kills::leader),
  KILL_MAJORITY("kill-majority", Traits.of(FaultScope.MANY, "kill"), Kills::majority),
  KILL_ALL("kill-all", Traits.of(FaultScope.MANY, "kill"), Kills::all),
  RESTART("restart", Traits.of(FaultScope.MANY, "kill"), Kills::rolling),

  PAUSE_LEADER("pause-leader", Traits.of(FaultScope.PROCESS, "pause"), Pauses::leader),
  PAUSE_FOLLOWER("pause-follower", Traits.of(FaultScope.PROCESS, "pause"), Pauses::follower),

  PARTITION_LEADER(
      "partition-leader",
      Traits.of(FaultScope.LINKS, "partition").needing(Need.NETWORK),
      Partitions::leader),
  PARTITION_MINORITY(
      "partition-minority",
      Traits.of(FaultScope.LINKS, "partition").needing(Need.NETWORK),
      Partitions::minority),
  PARTITION_BRIDGE(
      "partition-bridge",
      Traits.of(FaultScope.MANY, "partition").needing(Need.NETWORK),
      Partitions::bridge),
  PARTITION_ALL(
      "partition-all",
      Traits.of(FaultScope.MANY, "partition").needing(Need.NETWORK),
      Partitions::all),
  PARTITION_ONE_WAY(
      "partition-one-way",
      Traits.of(FaultScope.LINKS, "partition").needing(Need.NETWORK).onAnyNode(),
      Partitions::oneWay),
  PARTITION_FLAPPING(
      "partition-flapping",
      Traits.of(FaultScope.LINKS, "partition").needing(Need.NETWORK).onAnyNode(),
      Partitions::flapping),

  PARTITION_CLIENTS(
      "partition-clients",
      Traits.of(FaultScope.NOTHING, "partition", "client")
          .needing(Need.NETWORK)
          .needing(Need.CLIENTS),
      Partitions::clients),

  DELAY(
      "delay",
      Traits.of(FaultScope.LINKS, "slow").needing(Need.NETWORK).onAnyNode(),
      Slowness::delay),
  LOSS(
      "loss",
      Traits.of(FaultScope.LINKS, "slow").needing(Need.NETWORK).onAnyNode(),
      Slowness::loss),
  SLOW_DISK(
      "slow-disk",
      Traits.of(FaultScope.STORAGE, "slow", "disk").needing(Need.AGENT).onAnyNode(),
      Disks::slow),

  CLOCK_JUMP(
      "clock-jump", Traits.of(FaultScope.NOTHING, "clock").needing(Need.WALL_CLOCK), Clocks::jump),
  CLOCK_DRIFT(
      "clock-drift",
      Traits.of(FaultScope.NOTHING, "clock").needing(Need.WALL_CLOCK),
      Clocks::drift),
  CLIENT_CLOCK(
      "client-clock",
      Traits.of(FaultScope.NOTHING, "clock", "client")
          .needing(Need.NETWORK)
          .needing(Need.WALL_CLOCK)
          .needing(Need.CLIENTS),
      Clocks::clients),

  DISK_FULL(
      "disk-full", Traits.of(FaultScope.PROCESS, "disk").needing(Need.SMALL_DISK), Disks::full),
  DISK_ERROR(
      "disk-error",
      Traits.of(FaultScope.PROCESS, "disk").needing(Need.AGENT).onAnyNode(),
      Disks::failing),

  WIPE("wipe", Traits.of(FaultScope.PROCESS, "membership"), Members::wipe),
  REPLACE("replace", Traits.of(FaultScope.PROCESS, "membership"), Members::remove),
  SNAPSHOT("snapshot", Traits.of(FaultScope.PROCESS, "membership"), Members::lag),
  TRANSFER("transfer", Traits.of(FaultScope.NOTHING, "membership"), Members::transfer),

  PAUSE_CLIENT(
      "pause-client",
      Traits.of(FaultScope.NOTHING, "pause", "client").needing(Need.CLIENTS),
      Pauses::clients),
  KILL_CLIENT(
      "kill-client",
      Traits.of(FaultScope.NOTHING, "kill", "client").needing(Need.CLIENTS),
      Kills::client);

  /** How it begins. */
  @FunctionalInterface
  private interface Beginning {
    Fault begin(FaultContext context, Random random) throws IOException, InterruptedException;
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

  public FaultScope reach() {
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
  Fault begin(FaultContext context, Random random) throws IOException, InterruptedException {
    return beginning.begin(context, random);
  }
}
