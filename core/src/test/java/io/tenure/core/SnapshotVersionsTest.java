package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

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

  @Test
  void versionOneIsReadAndWrittenAsTheNewest() throws IOException {
    LockState state = LockState.restore(bytes(VERSION_1));

    assertThat(state.revision()).isEqualTo(2);
    assertThat(state.holds()).hasSize(1);
    assertThat(state.waiting()).hasSize(1);
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
