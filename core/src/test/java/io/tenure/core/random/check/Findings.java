package io.tenure.core.random.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the checks after one command found. */
public final class Findings {
  private final List<Finding> all = new ArrayList<>();

  public List<Finding> all() {
    return all;
  }

  public void equal(Check check, Object expected, @Nullable Object actual) {
    if (!expected.equals(actual)) {
      add(new Finding(check, expected.toString(), String.valueOf(actual)));
    }
  }

  public void that(boolean holds, Check check, Supplier<String> broken) {
    if (!holds) {
      add(new Finding(check, "as " + check + " says", broken.get()));
    }
  }

  /** One of each kind tells enough. */
  private void add(Finding finding) {
    if (all.stream().noneMatch(other -> other.check() == finding.check())) {
      all.add(finding);
    }
  }
}
