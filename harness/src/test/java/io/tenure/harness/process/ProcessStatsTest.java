package io.tenure.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessStatsTest {
  @Test
  void cpuTimeIncludesThatOfEndedChildren() {
    String stat = "42 (a ) b) S 1 2 3 4 5 6 7 8 9 10 150 50 20 5 20 0 1";

    assertThat(ProcessStats.cpuSeconds(stat)).isEqualTo(2.25);
  }

  @Test
  void endedProcessHasUsedNothing() {
    assertThat(ProcessStats.cpuSeconds("")).isZero();
    assertThat(ProcessStats.cpuSeconds(List.of(Long.MAX_VALUE))).isZero();
  }

  @Test
  void memoryIsReadByItsName() {
    String status = "Name:\tx\nVmHWM:\t   4096 kB\nVmRSS:\t   2048 kB\n";

    assertThat(ProcessStats.mib("VmRSS", status)).hasValue(2);
    assertThat(ProcessStats.mib("Pss", status)).isEmpty();
  }

  @Test
  void thisProcessHasMemoryAndCpuTime() {
    assertThat(ProcessStats.residentMib(ProcessStats.self())).isPositive();
    assertThat(ProcessStats.cpuSeconds(ProcessStats.self())).isPositive();
  }

  @Test
  void voluntarySwitchesAreCounted() {
    String status = "voluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t9\n";

    assertThat(ProcessStats.switches(status)).isEqualTo(7);
    assertThat(ProcessStats.switches(ProcessStats.self()).values()).anyMatch(count -> count > 0);
  }

  @Test
  void endedThreadDoesNotReduceTheIncrease() {
    Path ended = Path.of("1");
    Path lasting = Path.of("2");
    Path begun = Path.of("3");

    long growth =
        ProcessStats.growth(Map.of(ended, 1_000L, lasting, 5L), Map.of(lasting, 12L, begun, 3L));

    assertThat(growth).isEqualTo(10);
  }
}
