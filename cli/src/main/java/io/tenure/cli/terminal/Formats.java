package io.tenure.cli.terminal;

import io.tenure.client.Target;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WaiterView;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Formats values for text output. */
public final class Formats {
  /** Owner names that stand for an unnamed owner. */
  private static final List<String> UNNAMED_OWNERS = List.of("", "default", "implicit");

  private static final Pattern CONTROL_CHARACTERS =
      Pattern.compile("[\\p{Cntrl}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

  private Formats() {}

  /** Replaces the characters that a terminal would interpret. */
  public static String printable(String text) {
    return CONTROL_CHARACTERS.matcher(text).replaceAll("?");
  }

  public static String time(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1_000.0)
        .replace(".0 s", " s");
  }

  /** With millisecond precision, for limits. */
  public static String exactTime(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }

  /** A number, or {@code -} if it is negative, which stands for unknown. */
  public static String number(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  /** The name of an enum constant in lower case with spaces. */
  public static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public static String mode(Target target) {
    String mode =
        switch (target.mode()) {
          case EXCLUSIVE -> "exclusive";
          case SHARED -> "shared";
          case SEMAPHORE -> "1 of " + target.limit() + " permits";
        };
    return switch (target.scope()) {
      case KEY -> mode;
      case SUBTREE -> mode + ", subtree";
    };
  }

  /** The mode of the target at this key, or of the subtree target that covers it. */
  public static String mode(List<Target> targets, String key) {
    return targets.stream()
        .filter(target -> target.key().equals(key))
        .findFirst()
        .or(() -> targets.stream().filter(target -> key.startsWith(target.key())).findFirst())
        .map(Formats::mode)
        .orElse("");
  }

  public static String keys(List<Target> targets) {
    return targets.stream().map(Target::key).collect(Collectors.joining(" "));
  }

  public static String holderName(HoldView hold) {
    return holderName(hold.clientName(), hold.owner(), hold.session());
  }

  public static String holderName(WaiterView waiter) {
    return holderName(waiter.clientName(), waiter.owner(), waiter.session());
  }

  private static String holderName(String clientName, String owner, String session) {
    String client = clientName.isEmpty() ? "session " + session : clientName;
    boolean named = !UNNAMED_OWNERS.contains(owner) && !owner.startsWith("#");
    return named ? client + "/" + owner : client;
  }

  public static String remaining(HoldView hold) {
    return hold.remaining().map(Formats::time).orElse("-");
  }
}
