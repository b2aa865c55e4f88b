package io.tenure.cli.run;

import io.tenure.cli.terminal.CommandFailedException;
import io.tenure.cli.terminal.ExitCodes;
import io.tenure.cli.terminal.Formats;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.TenureException;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.Holder;
import io.tenure.client.view.KeyView;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Describes the holders of keys in one line. */
final class HolderLine {
  private static final int MAX_LISTED = 4;

  private HolderLine() {}

  /** The error for a lock that was not acquired, with the present holders if they can be read. */
  static CommandFailedException refusal(
      NotAcquiredException refusal, List<String> keys, Function<String, KeyView> look) {
    List<String> conflictingKeys =
        refusal.holders().isEmpty()
            ? keys
            : refusal.holders().stream().map(Holder::key).distinct().toList();
    String prefix =
        switch (refusal.reason()) {
          case TIMED_OUT -> "not granted within the wait time: ";
          default -> "held by others: ";
        };
    return new CommandFailedException(
        prefix + holders(conflictingKeys, look, String.valueOf(refusal.getMessage())),
        ExitCodes.NOT_ACQUIRED,
        refusal);
  }

  /**
   * The holders of these keys.
   *
   * @param otherwise the text if the keys are free by now, or the service is unavailable
   */
  static String holders(List<String> keys, Function<String, KeyView> look, String otherwise) {
    Map<Long, HoldView> holds = new TreeMap<>();
    try {
      keys.forEach(key -> look.apply(key).holds().forEach(each -> holds.put(each.token(), each)));
    } catch (TenureException e) {
      return otherwise;
    }
    if (holds.isEmpty()) {
      return otherwise;
    }
    String more = holds.size() > MAX_LISTED ? "; and more" : "";
    return holds.values().stream()
        .limit(MAX_LISTED)
        .map(HolderLine::text)
        .collect(Collectors.joining("; ", "", more));
  }

  private static String text(HoldView hold) {
    String value = hold.value().isEmpty() ? "" : ": " + hold.value();
    return "%s is held by %s, token %d, expires in %s%s"
        .formatted(
            Formats.keys(hold.targets()),
            Formats.holderName(hold),
            hold.token(),
            Formats.remaining(hold),
            value);
  }
}
