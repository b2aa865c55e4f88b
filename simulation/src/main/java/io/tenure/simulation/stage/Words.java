package io.tenure.simulation.stage;

import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.List;
import java.util.Locale;

/** Plain words for what people read. */
public final class Words {
  private Words() {}

  /** {@code a, b and c}. */
  public static String list(List<?> things) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < things.size(); i++) {
      text.append(i == 0 ? "" : i == things.size() - 1 ? " and " : ", ").append(things.get(i));
    }
    return text.toString();
  }

  /** {@code /billing and all below}. */
  static String targets(List<Target> targets) {
    return list(
        targets.stream()
            .map(t -> t.key() + (t.scope() == Scope.SUBTREE ? " and all below" : ""))
            .toList());
  }

  /** {@code 1 request}, {@code 1,000 requests}. */
  public static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s", number, number == 1 ? thing : thing + "s");
  }

  /** {@code 5.1 s}. */
  public static String seconds(long nanos) {
    return Line.seconds(nanos) + " s";
  }
}
