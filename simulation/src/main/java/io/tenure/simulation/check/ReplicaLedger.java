package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.NOTHING_LOST;

import io.tenure.core.Applied;
import io.tenure.core.model.Command;
import io.tenure.simulation.world.Node;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the first replica made of each entry of the log, for the others to repeat. */
final class ReplicaLedger {
  private record Step(Node server, @Nullable Command command, @Nullable Applied applied) {}

  private static final class Picture {
    final Node server;
    final byte[] bytes;

    Picture(Node server, byte[] bytes) {
      this.server = server;
      this.bytes = bytes;
    }
  }

  private final CheckCounts counts;
  private final Map<Long, Step> steps = new HashMap<>();
  private final Map<Long, Picture> pictures = new HashMap<>();

  ReplicaLedger(CheckCounts counts) {
    this.counts = counts;
  }

  void applied(Node server, long index, @Nullable Command command, @Nullable Applied applied) {
    Step first = steps.putIfAbsent(index, new Step(server, command, applied));
    counts.expect(
        NOTHING_LOST,
        first == null || Objects.equals(command, first.command()),
        () ->
            "entry "
                + index
                + " was "
                + command
                + " for "
                + server
                + " and something else before: "
                + first);
    counts.expect(
        NOTHING_LOST,
        first == null || Objects.equals(applied, first.applied()),
        () ->
            "entry "
                + index
                + ", "
                + command
                + ", gave "
                + applied
                + " at "
                + server
                + " and something else before: "
                + first);
  }

  void snapshotTaken(Node server, long index, byte[] bytes) {
    Picture first = pictures.putIfAbsent(index, new Picture(server, bytes));
    counts.expect(
        NOTHING_LOST,
        first == null || Arrays.equals(bytes, first.bytes),
        () ->
            "the states of "
                + server
                + " and "
                + Objects.requireNonNull(first).server
                + " after entry "
                + index
                + " differ");
  }
}
