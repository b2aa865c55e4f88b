package io.tenure.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MachineCountersTest {
  @Test
  void bytesAreThoseReceivedByTheLoopbackInterface() {
    String devices =
        """
        Inter-|   Receive                            |  Transmit
         face |bytes    packets errs drop            |bytes    packets
            lo: 2920      10    0    0    0     0          0         0 2921      10
          eth0: 7       1    0    0    0     0          0         0 8      1
        """;

    assertThat(MachineCounters.loopbackBytes(devices)).hasValue(2920);
    assertThat(MachineCounters.loopbackBytes("eth0: 7")).isEmpty();
  }

  @Test
  void flushesAreTheSixteenthFieldOfADisk() {
    assertThat(MachineCounters.flushes(" 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 1600 17\n"))
        .hasValue(1600);
    assertThat(MachineCounters.flushes("1 2 3 4 5 6 7 8 9 10 11")).isEmpty();
    assertThat(MachineCounters.flushes("")).isEmpty();
  }

  @Test
  void deviceIsNamedByMajorAndMinorNumber() {
    assertThat(MachineCounters.name(0xFE00)).isEqualTo("254:0");
    assertThat(MachineCounters.name(0x10302)).isEqualTo("259:2");
    assertThat(MachineCounters.name(0x10FE03)).isEqualTo("254:259");
  }

  @Test
  void directoryThatIsNotOnADiskHasNoFlushes() {
    assertThat(MachineCounters.flushes(Path.of("/proc"))).isEmpty();
  }
}
