package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that older versions of the program wrote. */
class SnapshotVersionsTest {
  /** A hold, a waiting request and an answer, as version 1 wrote them. */
  private static final String VERSION_1 =
      "54454e555245534e00000001000186a0000f424000002710000003e80003d090"
          + "00001000000f424000004e200000000000000002000000000000000200000001"
          + "0000000000000001000000000000000700000000000027100001770000000000"
          + "0000000000000100000000000000030208000000000000000900000000010000"
          + "0000000000010000000000000001000000000000000100000000000000010004"
          + "6d61696e0100022f610000000000000001760000000100000000000000020000"
          + "000000000000000000000000000100000000000000020001620100022f610100"
          + "0000000100000000000036e84e71";

  /** The same as version 2 wrote it. */
  private static final String VERSION_2 =
      "54454e555245534e00000002000186a0000f424000002710000003e80003d090"
          + "00001000000f424000004e200000000000000002000000000000000200000001"
          + "0000000000000001000000000000000700000000000027100001770000000000"
          + "0000000000000100000000000000030208000000000000000900000000000000"
          + "0001000000000000000100000000000000010000000000000001000000000000"
          + "000100046d61696e0100022f6100000000000000017600000001000000000000"
          + "0002000000000000000000000000000000010000000000000002000162010002"
          + "2f6101000000000100000000000049d0eb87";

  @ParameterizedTest
  @ValueSource(strings = {VERSION_1, VERSION_2})
  void olderVersionIsReadAndWrittenAsTheNewest(String written) throws IOException {
    LockState state = LockState.restore(bytes(written));

    assertThat(state.revision()).isEqualTo(2);
    assertThat(state.holds()).hasSize(1);
    assertThat(state.holds().get(0).party()).isEqualTo("main");
    assertThat(state.waiting()).hasSize(1);
    assertThat(state.limits().deadlockSteps()).isEqualTo(20_000);
    assertThat(state.limits().heldBytes()).isEqualTo(Limits.DEFAULT.heldBytes());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    state.capture().writeTo(out);
    LockState again = LockState.restore(new ByteArrayInputStream(out.toByteArray()));
    assertThat(again.holds()).isEqualTo(state.holds());
    assertThat(again.waiting()).isEqualTo(state.waiting());
  }

  private static ByteArrayInputStream bytes(String hex) {
    return new ByteArrayInputStream(HexFormat.of().parseHex(hex));
  }
}
