package io.tenure.simulation.check;

import static io.tenure.simulation.check.Promise.CLIENT_KNOWS_FIRST;

import io.tenure.core.model.Hold;
import io.tenure.core.model.RequestId;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Who calls itself holder. Nobody may while the service has given the same thing to another, unless
 * it is paused at that moment and cannot know, or time runs wrong for it or for a leader.
 */
final class BeliefLedger {
  /** No term that began earlier matters any more: longer than any TTL in these worlds. */
  private static final long MEMORY = Time.seconds(5);

  private record Belief(Node client, Hold hold) {}

  private final Tally tally;
  private final HoldLedger holds;
  private final Sanity sanity;
  private final List<Belief> beliefs = new ArrayList<>();

  /** By request, because an upgrade that the client has not heard of may have changed the token. */
  private final Set<RequestId> revoked = new HashSet<>();

  BeliefLedger(Tally tally, HoldLedger holds, Sanity sanity) {
    this.tally = tally;
    this.holds = holds;
    this.sanity = sanity;
  }

  void believes(Node client, Hold hold) {
    if (revoked.contains(hold.request())) {
      return;
    }
    beliefs.add(new Belief(client, hold));
    for (Hold granted : holds.live()) {
      expectAgreement(client, hold, granted);
    }
  }

  void believesNoMore(Node client, Hold hold) {
    beliefs.remove(new Belief(client, hold));
  }

  void granted(Hold granted) {
    for (int i = 0; i < beliefs.size(); i++) {
      expectAgreement(beliefs.get(i).client(), beliefs.get(i).hold(), granted);
    }
  }

  /** An operator took it away: the client cannot know, and may still be told that it has it. */
  void revoked(Hold hold) {
    revoked.add(hold.request());
    beliefs.removeIf(belief -> belief.hold().request().equals(hold.request()));
  }

  private void expectAgreement(Node client, Hold believed, Hold granted) {
    boolean conflict =
        !believed.owner().equals(granted.owner())
            && ConflictRule.conflict(believed.targets(), granted.targets());
    tally.expect(
        CLIENT_KNOWS_FIRST,
        !conflict || client.isPaused() || !isTimeSaneFor(client),
        () -> client + " calls itself holder of " + believed + " while there is " + granted);
  }

  private boolean isTimeSaneFor(Node client) {
    long since = client.world().now() - MEMORY;
    return sanity.isSaneSince(client, since) && sanity.areLeadersSaneSince(since);
  }
}
