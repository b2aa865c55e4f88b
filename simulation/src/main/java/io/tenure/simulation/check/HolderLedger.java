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
 * Which clients regard themselves as holders. None may while the service has granted a conflicting
 * hold to another client, unless the client is paused, or its clock or a leader's clock is not
 * sane.
 */
final class HolderLedger {
  /** No term that began earlier matters any more: longer than any TTL in these worlds. */
  private static final long MEMORY = Time.seconds(5);

  private record BelievedHold(Node client, Hold hold) {}

  private final CheckCounts counts;
  private final HoldLedger holds;
  private final ClockSanity clockSanity;
  private final List<BelievedHold> beliefs = new ArrayList<>();

  /** By request, because an upgrade that the client has not heard of may have changed the token. */
  private final Set<RequestId> revoked = new HashSet<>();

  HolderLedger(CheckCounts counts, HoldLedger holds, ClockSanity clockSanity) {
    this.counts = counts;
    this.holds = holds;
    this.clockSanity = clockSanity;
  }

  void becameHolder(Node client, Hold hold) {
    if (revoked.contains(hold.request())) {
      return;
    }
    beliefs.add(new BelievedHold(client, hold));
    for (Hold granted : holds.live()) {
      expectAgreement(client, hold, granted);
    }
  }

  void believesNoMore(Node client, Hold hold) {
    beliefs.remove(new BelievedHold(client, hold));
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
    counts.expect(
        CLIENT_KNOWS_FIRST,
        !conflict || client.isPaused() || !isTimeSaneFor(client),
        () ->
            client
                + " regards itself as holder of "
                + believed
                + " although the service granted "
                + granted);
  }

  private boolean isTimeSaneFor(Node client) {
    long since = client.world().now() - MEMORY;
    return clockSanity.isSaneSince(client, since) && clockSanity.areLeadersSaneSince(since);
  }
}
