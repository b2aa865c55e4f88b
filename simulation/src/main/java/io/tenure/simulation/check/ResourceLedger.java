package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.MUTUAL_EXCLUSION;
import static io.tenure.simulation.check.Promise.TOKENS_GROW;

import io.tenure.core.model.Hold;
import io.tenure.simulation.world.Node;
import java.util.HashMap;
import java.util.Map;

/**
 * What the resources saw. The order of grants is taken from the history and not from the tokens, so
 * that wrong tokens show, and services without tokens can be judged.
 */
final class ResourceLedger {
  private record Accepted(Node client, Grant grant) {}

  private final CheckCounts counts;
  private final HoldLedger holds;

  /** For each resource the accepted write of the newest grant. */
  private final Map<Node, Accepted> newest = new HashMap<>();

  ResourceLedger(CheckCounts counts, HoldLedger holds) {
    this.counts = counts;
    this.holds = holds;
  }

  void writeAccepted(Node resource, Node client, Hold hold) {
    Grant grant = holds.grant(hold.token());
    counts.expect(
        MUTUAL_EXCLUSION,
        grant != null,
        () -> resource + " accepted a write of " + client + " under " + hold + ", never granted");
    if (grant == null) {
      return;
    }
    Accepted earlier = newest.get(resource);
    counts.expect(
        MUTUAL_EXCLUSION,
        earlier == null
            || earlier.grant().order() <= grant.order()
            || earlier.grant().hold().owner().equals(hold.owner()),
        () ->
            resource
                + " accepted a write of "
                + client
                + " under "
                + hold
                + " after a write of "
                + earlier);
    if (earlier == null || earlier.grant().order() < grant.order()) {
      newest.put(resource, new Accepted(client, grant));
    }
  }

  /** A resource may only reject who has been superseded. */
  void writeRejected(Node resource, Node client, Hold hold, long highestSeen) {
    Grant seen = holds.grant(highestSeen);
    boolean byItself = seen != null && seen.hold().owner().equals(hold.owner());
    counts.expect(
        TOKENS_GROW,
        byItself || !holds.isLive(hold.token()),
        () ->
            resource
                + " rejected "
                + client
                + ", which holds "
                + hold
                + ", because it had seen token "
                + highestSeen);
  }
}
