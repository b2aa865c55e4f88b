package io.tenure.faults.checker.safety;

import io.tenure.faults.checker.Findings;
import io.tenure.faults.checker.OrderedHistory;
import io.tenure.faults.checker.Promise;
import io.tenure.faults.checker.ShardPast;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.history.Entry;
import io.tenure.faults.history.LogEvent;
import io.tenure.faults.history.Wanted;
import java.util.HashMap;
import java.util.Map;

/**
 * After a restore, tokens are greater than all that were granted before, including those granted
 * after the backup was made: the restored service does not know these, but fenced resources do.
 */
public final class TokensOutliveRestores implements Promise {
  /** A token that was granted, and what tells so. */
  private record Granted(long token, Entry seen) {}

  @Override
  public String name() {
    return "tokens grow across restores";
  }

  @Override
  public String about() {
    return "2. Tokens only grow";
  }

  @Override
  public Verdict check(OrderedHistory past) {
    Map<String, Granted> greatest = new HashMap<>();
    for (ShardPast shard : past.shards()) {
      for (Entry.Watched seen : shard.log().events()) {
        if (seen.event().kind() == LogEvent.Kind.GRANTED) {
          for (Wanted target : seen.event().targets()) {
            add(greatest, target.key(), new Granted(seen.event().token(), seen));
          }
        }
      }
    }
    Findings findings = new Findings();
    boolean restored = false;
    for (Entry entry : past.history().entries()) {
      if (entry instanceof Entry.Restored) {
        restored = true;
      } else if (entry instanceof Entry.Retaken taken) {
        Granted before = add(greatest, taken.key(), new Granted(taken.token(), taken));
        if (restored) {
          findings.checked();
        }
        if (before.token() >= taken.token()) {
          findings.violated(
              taken.key() + ": token " + taken.token() + " after " + before.token(),
              before.seen(),
              taken);
        }
      }
    }
    return findings.verdict(this);
  }

  /** The greatest before; below all tokens if there was none. */
  private static Granted add(Map<String, Granted> greatest, String key, Granted granted) {
    Granted before = greatest.getOrDefault(key, new Granted(0, granted.seen()));
    greatest.put(key, before.token() > granted.token() ? before : granted);
    return before;
  }
}
