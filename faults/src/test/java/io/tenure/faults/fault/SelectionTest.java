package io.tenure.faults.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.faults.cluster.MachineFeatures;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SelectionTest {
  private static final MachineFeatures POOR =
      new MachineFeatures(
          Optional.of("no network"), Optional.of("no mounts"), Optional.of("no clocks"));
  private static final MachineFeatures RICH =
      new MachineFeatures(Optional.empty(), Optional.empty(), Optional.empty());

  @Test
  void groupsStandForTheirKinds() {
    assertThat(Selection.parse("clock,kill-one"))
        .containsExactly(
            FaultKind.KILL_ONE,
            FaultKind.CLOCK_JUMP,
            FaultKind.CLOCK_DRIFT,
            FaultKind.CLIENT_CLOCK);
    assertThat(Selection.parse("slow"))
        .containsExactly(FaultKind.DELAY, FaultKind.LOSS, FaultKind.SLOW_DISK);
    assertThat(Selection.parse(" kill-one , kill-one")).containsExactly(FaultKind.KILL_ONE);
    assertThat(Selection.parse("all")).containsExactly(FaultKind.values());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"kill", "pause", "partition", "clock", "disk", "slow", "membership", "client"})
  void everyGroupOfTheManualHasKinds(String group) {
    assertThat(Selection.parse(group)).hasSizeGreaterThan(1);
    assertThat(Selection.names()).contains(group);
  }

  @Test
  void noNameMeansTwoThings() {
    assertThat(Arrays.stream(FaultKind.values()).map(FaultKind::label)).doesNotHaveDuplicates();
    for (FaultKind kind : FaultKind.values()) {
      assertThat(Selection.parse(kind.label())).containsExactly(kind);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kil", "", "Kill"})
  void unknownNameIsToldTogetherWithTheKnownOnes(String name) {
    assertThatThrownBy(() -> Selection.parse("pause," + name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("faults: \"" + name + "\" (expected: all, kill, pause, partition, ")
        .hasMessageContaining(", kill-one, kill-leader, ")
        .hasMessageEndingWith("kill-client)");
  }

  @Test
  void whatIsImpossibleHereIsLeftOutWithTheReason() {
    Selection selection =
        Selection.of("partition-leader,kill-one,disk", new Need.Means(POOR, false, true));

    assertThat(selection.kinds()).containsExactly(FaultKind.KILL_ONE);
    assertThat(selection.leftOut())
        .containsEntry(FaultKind.PARTITION_LEADER, "no network")
        .containsEntry(FaultKind.DISK_FULL, "no mounts")
        .containsOnlyKeys(Selection.parse("partition-leader,disk"));
  }

  @Test
  void nothingIsLeftOutWhereEverythingIsThere() {
    assertThat(Selection.of("all", new Need.Means(RICH, true, true)).leftOut()).isEmpty();
  }
}
