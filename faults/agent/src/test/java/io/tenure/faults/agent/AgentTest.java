package io.tenure.faults.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.faults.agent.Agent.Orders;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentTest {
  private static final String PROBE = Probe.class.getName();

  @TempDir private Path folder;

  @Test
  void unknownArgumentEndsTheProcessBeforeItBegins() throws Exception {
    try (AgentProcess jvm = AgentProcess.start(folder, "fsync-of", PROBE, "nothing")) {
      assertThat(jvm.exitCode()).isEqualTo(Agent.BROKEN);
      assertThat(jvm.output())
          .contains("agent argument: 'fsync-of' (expected: one of ack-before-commit, ")
          .doesNotContain("ran");
    }
  }

  @Test
  void classThatIsNotThereEndsTheProcessBeforeItBegins() throws Exception {
    String classPath = folder.toString();

    try (AgentProcess jvm =
        AgentProcess.startSeeing(classPath, folder, "token-restart", PROBE, "nothing")) {
      assertThat(jvm.exitCode()).isEqualTo(Agent.BROKEN);
      assertThat(jvm.output()).contains("class: org.apache.ratis.statemachine.impl.BaseState");
    }
  }

  @Test
  void leaderAloneDecidesWhatIsCommitted() throws Exception {
    assertThat(probed("ack-before-commit", "majority", "committed without a majority"))
        .contains("committed 9");
  }

  @Test
  void deposedLeaderAcknowledgesKeepAlives() throws Exception {
    assertThat(probed("deposed-keep-alives", "deposed", "depositions ignored")).contains("kept");
  }

  @Test
  void clientReadsTheWallClock() throws Exception {
    assertThat(probed("wall-clock-client", "client", "wall clock read")).contains("unavailable");
  }

  @ParameterizedTest
  @CsvSource({"majority, committed 5", "deposed, failed"})
  void nothingIsDifferentWithoutThem(String what, String printed) throws Exception {
    try (AgentProcess jvm =
        AgentProcess.start(folder, "control=" + folder.resolve("control"), PROBE, what)) {
      assertThat(jvm.exitCode()).as(jvm.output()).isZero();
      assertThat(jvm.output()).contains(printed);
    }
  }

  private String probed(String variant, String what, String effect)
      throws IOException, InterruptedException {
    try (AgentProcess jvm = AgentProcess.start(folder, variant, PROBE, what)) {
      assertThat(jvm.exitCode()).as(jvm.output()).isZero();
      assertThat(jvm.count(effect)).as(jvm.output()).isPositive();
      return jvm.output();
    }
  }

  @Test
  void severalArgumentsGoTogether() {
    Orders orders = Orders.parse("fsync-off,control=/some/file");

    assertThat(orders.variants()).containsExactly(Variant.FSYNC_OFF, Variant.CONTROLLED_DISK);
    assertThat(orders.control()).isEqualTo("/some/file");
  }

  @ParameterizedTest
  @CsvSource({"''", "control=", "'fsync-off,'", "slow"})
  void argumentsThatAreNoneAreRefused(String arguments) {
    assertThatThrownBy(() -> Orders.parse(arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("(expected: one of");
  }

  @Test
  void controlFileSaysWhatTheDiskIsToDo() {
    assertThat(ControlFile.parse("")).isEqualTo(Disk.Order.NONE);
    assertThat(ControlFile.parse("fail-write")).isEqualTo(Disk.Order.FAIL_WRITE);
    assertThat(ControlFile.parse("slow-fsync=250")).isEqualTo(new Disk.Order(250, false));
    assertThatThrownBy(() -> ControlFile.parse("slow-fsync=0"))
        .hasMessage("control: 'slow-fsync=0' (expected: slow-fsync=MS, fail-write or nothing)");
  }
}
