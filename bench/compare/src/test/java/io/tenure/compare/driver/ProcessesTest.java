package io.tenure.compare.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessesTest {
  @Test
  void cpuTimeIsThatOfTheProcessAndItsChildren() {
    String stat = "42 (a ) b) S 1 2 3 4 5 6 7 8 9 10 150 50 20 5 20 0 1";

    assertThat(Processes.cpuSeconds(stat)).isEqualTo(2.25);
  }

  @Test
  void processThatIsGoneHasUsedNothing() {
    assertThat(Processes.cpuSeconds("")).isZero();
    assertThat(Processes.cpuSeconds(List.of(Long.MAX_VALUE))).isZero();
  }

  @Test
  void memoryIsReadByItsName() {
    String status = "Name:\tx\nVmHWM:\t   4096 kB\nVmRSS:\t   2048 kB\n";

    assertThat(Processes.mib("VmRSS", status)).hasValue(2);
    assertThat(Processes.mib("Pss", status)).isEmpty();
  }

  @Test
  void thisProcessHasMemoryAndCpuTime() {
    assertThat(Processes.residentMib(Processes.self())).isPositive();
    assertThat(Processes.cpuSeconds(Processes.self())).isPositive();
  }

  @Test
  void switchesAreThoseOfThreadsThatWaited() {
    String status = "voluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t9\n";

    assertThat(Processes.switches(status)).isEqualTo(7);
    assertThat(Processes.switches(Processes.self()).values()).anyMatch(count -> count > 0);
  }

  @Test
  void threadThatEndedTakesNothingAwayFromTheOthers() {
    Path ended = Path.of("1");
    Path lasting = Path.of("2");
    Path begun = Path.of("3");

    long growth =
        Processes.growth(Map.of(ended, 1_000L, lasting, 5L), Map.of(lasting, 12L, begun, 3L));

    assertThat(growth).isEqualTo(10);
  }
}
