package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ProcessesTest {
  @Test
  void cpuTimeIsUserAndSystemTimeWhateverTheCommandIsCalled() {
    String stat = "42 (a b) c) S 1 42 42 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 30 0 1000";

    assertThat(Processes.cpuSeconds(stat)).isCloseTo(3.0, within(1e-9));
  }

  @Test
  void processThatIsGoneHasUsedNothing() {
    assertThat(Processes.cpuSeconds("")).isZero();
    assertThat(Processes.residentMib("")).isZero();
  }

  @Test
  void residentMemoryIsInMebibytes() {
    assertThat(Processes.residentMib("VmPeak:\t9 kB\nVmRSS:\t  2048 kB\n")).isEqualTo(2.0);
  }

  @Test
  void onlySocketsThatListenOnThePortAreFound() {
    String table =
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:1CE8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 111 1
           1: 0100007F:1CE9 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 222 1
           2: 0100007F:1CE8 0100007F:9999 01 00000000:00000000 00:00000000 00000000     0        0 333 1
        """;

    assertThat(Processes.listeners(table, 7400)).containsExactly("socket:[111]");
  }

  @Test
  void heapIsTheSumOfItsPools() {
    String page =
        """
        # TYPE jvm_memory_used_bytes gauge
        jvm_memory_used_bytes{area="heap",id="Eden"} 1048576.0
        jvm_memory_used_bytes{area="heap",id="Old"} 2.097152E6
        jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.9E9
        """;

    assertThat(Metrics.heapMib(page)).isCloseTo(3.0, within(1e-9));
  }
}
