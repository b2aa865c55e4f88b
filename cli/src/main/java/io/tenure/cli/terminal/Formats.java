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

/** Values as they are shown to people. */
public final class Formats {
  /** Owners that only say that nobody chose one. */
  private static final List<String> NAMELESS = List.of("", "default", "implicit");

  private static final Pattern OBEYED =
      Pattern.compile("[\\p{Cntrl}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

  private Formats() {}

  /** Without what a terminal would obey. */
  public static String printable(String text) {
    return OBEYED.matcher(text).replaceAll("?");
  }

  public static String time(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1_000.0)
        .replace(".0 s", " s");
  }

  /** To the millisecond, for limits. */
  public static String exactTime(Duration duration) {
    return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString() + " s";
  }

  /** A number that is below zero before there is one. */
  public static String number(long number) {
    return number < 0 ? "-" : Long.toString(number);
  }

  /** An enum's constant in words. */
  public static String words(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  public static String mode(Target target) {
    String mode =
        switch (target.mode()) {
          case EXCLUSIVE -> "exclusive";
          case SHARED -> "shared";
          case SEMAPHORE -> "one of " + target.limit();
        };
    return switch (target.scope()) {
      case KEY -> mode;
      case SUBTREE -> mode + ", subtree";
    };
  }

  /** The mode of the target at this key, or of the one above that reaches down to it. */
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

  public static String who(HoldView hold) {
    return who(hold.clientName(), hold.owner(), hold.session());
  }

  public static String who(WaiterView waiter) {
    return who(waiter.clientName(), waiter.owner(), waiter.session());
  }

  private static String who(String clientName, String owner, String session) {
    String client = clientName.isEmpty() ? "session " + session : clientName;
    boolean named = !NAMELESS.contains(owner) && !owner.startsWith("#");
    return named ? client + "/" + owner : client;
  }

  public static String remaining(HoldView hold) {
    return hold.remaining().map(Formats::time).orElse("-");
  }
}
