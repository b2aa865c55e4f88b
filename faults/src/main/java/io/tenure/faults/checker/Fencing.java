package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A resource that looks at tokens never lets one in after it has let in a greater one. */
final class Fencing implements Promise {
  @Override
  public String name() {
    return "fenced resources let no stale token in";
  }

  @Override
  public String about() {
    return "5. The client knows first";
  }

  @Override
  public Verdict check(Past past) {
    Findings findings = new Findings();
    List<Entry.Accessed> accepted = new ArrayList<>();
    for (Entry.Accessed access : past.history().all(Entry.Accessed.class)) {
      if (access.fenced() && access.accepted()) {
        accepted.add(access);
      }
    }
    // Those that began in the same nanosecond may have come in either order.
    accepted.sort(
        Comparator.comparingLong(Entry.Accessed::beganNanos)
            .thenComparingLong(Entry.Accessed::token));
    Map<String, Entry.Accessed> greatest = new HashMap<>();
    for (Entry.Accessed access : accepted) {
      findings.checked();
      Entry.Accessed before = greatest.get(access.key());
      if (before == null || access.token() > before.token()) {
        greatest.put(access.key(), access);
      } else if (access.token() < before.token()) {
        findings.violated(
            access.key() + ": token " + access.token() + " let in after " + before.token(),
            before,
            access);
      }
    }
    return findings.verdict(this);
  }
}
