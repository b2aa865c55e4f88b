package io.tenure.core.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.GoldenOutcomes;
import io.tenure.core.model.Event.EndCause;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.Outcome.NotConvertibleReason;
import io.tenure.core.model.Outcome.NotHeldReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OutcomeFormatTest {

  /** A change here is a change of the snapshot's format: it needs a new version. */
  @Test
  void outcomesAreWrittenAsTheseBytes() throws IOException {
    for (Map.Entry<String, Outcome> golden : GoldenOutcomes.VERSION_3.entrySet()) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();

      OutcomeFormat.write(new DataOutputStream(out), golden.getValue());

      assertThat(HexFormat.of().formatHex(out.toByteArray()))
          .as(golden.getValue().toString())
          .isEqualTo(golden.getKey());
    }
  }

  @Test
  void bytesOfVersion3AreRead() throws IOException {
    for (Map.Entry<String, Outcome> golden : GoldenOutcomes.VERSION_3.entrySet()) {
      ByteArrayInputStream in = new ByteArrayInputStream(HexFormat.of().parseHex(golden.getKey()));

      assertThat(OutcomeFormat.read(new DataInputStream(in), 3)).isEqualTo(golden.getValue());
      assertThat(in.available()).as(golden.getKey()).isZero();
    }
  }

  /** Whoever adds a tag or a constant adds its bytes to {@link GoldenOutcomes}. */
  @Test
  void goldenBytesHaveEveryTagAndConstant() throws IOException {
    Set<Integer> tags = new HashSet<>();
    Set<Enum<?>> constants = new HashSet<>();
    GoldenOutcomes.VERSION_3.forEach(
        (hex, outcome) -> {
          tags.add(Integer.valueOf(HexFormat.of().parseHex(hex)[0]));
          if (outcome instanceof Outcome.LimitReached reached) {
            constants.add(reached.limit());
          } else if (outcome instanceof Outcome.Ended ended) {
            constants.add(ended.cause());
          } else if (outcome instanceof Outcome.NotHeld not) {
            constants.add(not.reason());
          } else if (outcome instanceof Outcome.NotConvertible not) {
            constants.add(not.reason());
          } else if (outcome instanceof Outcome.KindMismatch mismatch) {
            constants.add(mismatch.there().kind());
          }
        });

    assertThat(tags).isEqualTo(knownTags());
    assertThat(constants).contains(Limit.values());
    assertThat(constants).contains(EndCause.values());
    assertThat(constants).contains(NotHeldReason.values());
    assertThat(constants).contains(NotConvertibleReason.values());
    assertThat(constants).contains(Mode.Kind.values());
  }

  private static Set<Integer> knownTags() throws IOException {
    Set<Integer> known = new HashSet<>();
    for (int tag = 0; tag <= 255; tag++) {
      byte[] bytes = new byte[100];
      bytes[0] = (byte) tag;
      try {
        OutcomeFormat.read(new DataInputStream(new ByteArrayInputStream(bytes)), 3);
        known.add(tag);
      } catch (IllegalArgumentException e) {
        if (!("outcome " + tag).equals(e.getMessage())) {
          known.add(tag); // It went on to read fields.
        }
      }
    }
    return known;
  }
}
