package io.tenure.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class KernelViewTest {
  @Test
  void fieldsAreThoseBehindTheName() {
    assertThat(KernelView.parse(stat("(a) Z 7 (b", 'S', 4194304, 24)))
        .isEqualTo(new KernelView('S', 42, 40, false, 24));
    assertThat(KernelView.parse(stat("java", 'T', 4194304, 3)).isStopped()).isTrue();
  }

  @Test
  void processHasEndedWhenItsLastThreadHas() {
    KernelView othersRun = KernelView.parse(stat("java", 'Z', 4228100, 5));
    KernelView alone = KernelView.parse(stat("java", 'Z', 4228108, 1));

    assertThat(othersRun.exiting()).isTrue();
    assertThat(othersRun.hasEnded()).isFalse();
    assertThat(alone.hasEnded()).isTrue();
  }

  @Test
  void thisProcessRuns() {
    assumeThat(Files.exists(Path.of("/proc/self/stat"))).isTrue();

    KernelView here = KernelView.of(ProcessHandle.current().pid()).orElseThrow();

    assertThat(here.exiting()).isFalse();
    assertThat(here.hasEnded()).isFalse();
    assertThat(here.threads()).isGreaterThan(1);
    assertThat(KernelView.of(Long.MAX_VALUE)).isEmpty();
  }

  private static String stat(String name, char state, long flags, int threads) {
    return "7 (%s) %c 1 42 40 0 -1 %d 0 0 0 0 0 0 0 0 20 0 %d 0 1 0 0\n"
        .formatted(name, state, flags, threads);
  }
}
