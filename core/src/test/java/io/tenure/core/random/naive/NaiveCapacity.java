package io.tenure.core.random.naive;

import io.tenure.core.model.Footprint;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.Outcome.Limit;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.random.check.Invariants;
import java.util.Optional;
import java.util.stream.Stream;

/** The limits, checked by counting everything. */
record NaiveCapacity(Limits limits, NaiveLocks locks) {

  Optional<Outcome> noRoomToHold(WaitingRequest request) {
    int more = request.targets().size();
    long held = locks.holds.stream().mapToLong(hold -> hold.targets().size()).sum();
    if (held + more > limits.holds()) {
      return Optional.of(new Outcome.LimitReached(Limit.HOLDS, limits.holds()));
    }
    long own =
        locks.holds.stream()
            .filter(hold -> hold.owner().equals(request.owner()))
            .mapToLong(hold -> hold.targets().size())
            .sum();
    if (own + more > limits.holdsPerOwner()) {
      return Optional.of(new Outcome.LimitReached(Limit.HOLDS_PER_OWNER, limits.holdsPerOwner()));
    }
    Hold granted =
        new Hold(
            1,
            request.owner(),
            request.party(),
            request.request(),
            request.targets(),
            request.value());
    return heldBytes(locks.picture().withWaiting(request)) + Footprint.of(granted)
            > limits.heldBytes()
        ? Optional.of(new Outcome.LimitReached(Limit.HELD_BYTES, limits.heldBytes()))
        : Optional.empty();
  }

  /** The footprint of holds and of all keys, those of waiting requests included. */
  static long heldBytes(Picture picture) {
    return picture.holds().stream().mapToLong(Footprint::of).sum()
        + Invariants.prefixes(picture).size() * Footprint.NODE;
  }

  Optional<Outcome> fullQueue(WaitingRequest request) {
    long waiting =
        Stream.concat(locks.waiting.stream(), locks.away.stream())
            .mapToLong(other -> other.targets().size())
            .sum();
    if (waiting + request.targets().size() > limits.waiters()) {
      return Optional.of(new Outcome.LimitReached(Limit.WAITERS, limits.waiters()));
    }
    long bytes =
        Stream.concat(locks.waiting.stream(), locks.away.stream()).mapToLong(Footprint::of).sum();
    if (bytes + Footprint.of(request) > limits.waitingBytes()) {
      return Optional.of(new Outcome.LimitReached(Limit.WAITING_BYTES, limits.waitingBytes()));
    }
    long own =
        locks.waiting.stream().filter(other -> other.owner().equals(request.owner())).count();
    if (own >= limits.waitersPerOwner()) {
      return Optional.of(
          new Outcome.LimitReached(Limit.WAITERS_PER_OWNER, limits.waitersPerOwner()));
    }
    OwnerId party = Picture.party(request);
    if (locks.waiting.stream().filter(other -> Picture.party(other).equals(party)).count()
        >= limits.waitersPerOwner()) {
      return Optional.of(
          new Outcome.LimitReached(Limit.WAITERS_PER_PARTY, limits.waitersPerOwner()));
    }
    for (Target target : request.targets()) {
      if (locks.picture().waitingAt(target).size() >= limits.waitersPerKey()) {
        return Optional.of(new Outcome.LimitReached(Limit.WAITERS_PER_KEY, limits.waitersPerKey()));
      }
    }
    return Optional.empty();
  }
}
