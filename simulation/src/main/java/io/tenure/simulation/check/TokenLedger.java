package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.TOKENS_GROW;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.Target;
import java.util.HashMap;
import java.util.Map;

/** The newest token of each key. */
final class TokenLedger {
  private final CheckCounts counts;
  private final Map<Key, Long> newest = new HashMap<>();

  TokenLedger(CheckCounts counts) {
    this.counts = counts;
  }

  void granted(Hold hold) {
    for (Target target : hold.targets()) {
      Long before = newest.put(target.key(), hold.token());
      counts.expect(
          TOKENS_GROW,
          before == null || hold.token() > before,
          () ->
              target.key()
                  + " was granted under token "
                  + hold.token()
                  + " to "
                  + hold.owner()
                  + " after token "
                  + before);
    }
  }
}
