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

/** Says who stands in the way, in one line. */
final class HolderLine {
  private static final int MOST_NAMED = 4;

  private HolderLine() {}

  /** Why it was not acquired, with those who hold it now, as far as that can be told. */
  static CommandFailedException refusal(
      NotAcquiredException refusal, List<String> keys, Function<String, KeyView> look) {
    List<String> concerned =
        refusal.holders().isEmpty()
            ? keys
            : refusal.holders().stream().map(Holder::key).distinct().toList();
    String why =
        switch (refusal.reason()) {
          case TIMED_OUT -> "not granted in time: ";
          default -> "not free: ";
        };
    return new CommandFailedException(
        why + holders(concerned, look, String.valueOf(refusal.getMessage())),
        ExitCodes.NOT_ACQUIRED,
        refusal);
  }

  /**
   * Who holds these.
   *
   * @param otherwise what to say if nobody does any more, or nobody can be asked
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
    String more = holds.size() > MOST_NAMED ? "; and more" : "";
    return holds.values().stream()
        .limit(MOST_NAMED)
        .map(HolderLine::text)
        .collect(Collectors.joining("; ", "", more));
  }

  private static String text(HoldView hold) {
    String value = hold.value().isEmpty() ? "" : ": " + hold.value();
    return "%s is held by %s, token %d, good for %s%s"
        .formatted(
            Formats.keys(hold.targets()),
            Formats.who(hold),
            hold.token(),
            Formats.remaining(hold),
            value);
  }
}
