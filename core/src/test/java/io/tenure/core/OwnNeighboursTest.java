package io.tenure.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Key;
import io.tenure.core.model.Limits;
import io.tenure.core.model.OwnerId;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.session.Owner;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.table.Claim;
import io.tenure.core.table.HeldList;
import io.tenure.core.table.KeyNode;
import io.tenure.core.table.KeyTrie;
import io.tenure.core.table.TargetClaim;
import io.tenure.core.table.WaitingLine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who of another owner is in a line or a list, compared with a look at each of them. */
final class OwnNeighboursTest {
  private static final int STEPS = 20_000;

  private final Random random = new Random(1);
  private final KeyNode node = new KeyTrie().reach(Key.of("/a"));
  private final List<Owner> owners = new ArrayList<>();
  private final List<TargetClaim> there = new ArrayList<>();

  OwnNeighboursTest() {
    SessionEntry session =
        new SessionEntry(
            new Session(new SessionId(1), 1, 10_000, "client"),
            new SessionEntry.Quota(Limits.DEFAULT));
    for (int i = 0; i < 3; i++) {
      owners.add(new Owner(new OwnerId(session.session.id(), "owner-" + i), session));
    }
  }

  /** Much oftener the first one, so that there are runs. */
  private Owner someOwner() {
    return owners.get(Math.max(0, random.nextInt(12) - 9));
  }

  private TargetClaim target(Owner owner, long arrival) {
    Target target = Target.exclusive(Key.of("/a"));
    Claim claim = new Claim(owner, owner, arrival, List.of(target), arrival, null);
    TargetClaim made = new TargetClaim(claim, target, node, 0);
    claim.targets[0] = made;
    return made;
  }

  @Test
  void lastOneOfAnotherOwnerIsFoundBehindRuns() {
    WaitingLine line = new WaitingLine();
    for (int step = 0; step < STEPS; step++) {
      long arrival = 1L + random.nextInt(60);
      TargetClaim known = at(arrival);
      if (known == null) {
        TargetClaim comes = target(someOwner(), arrival);
        line.add(comes);
        there.add(comes);
      } else {
        line.remove(known);
        there.remove(known);
      }

      TargetClaim asks = target(someOwner(), 1L + random.nextInt(60));
      assertThat(line.against(asks)).as("step %d", step).isSameAs(lastOfAnother(asks));
    }
  }

  private @Nullable TargetClaim at(long arrival) {
    return there.stream().filter(each -> each.claim.arrival() == arrival).findFirst().orElse(null);
  }

  private @Nullable Claim lastOfAnother(TargetClaim asks) {
    return there.stream()
        .filter(each -> each.place() < asks.place() && each.owner() != asks.owner())
        .max(Comparator.comparingLong(TargetClaim::place))
        .map(each -> each.claim)
        .orElse(null);
  }

  @Test
  void listKnowsWhetherOneOwnerIsLeft() {
    HeldList list = new HeldList();
    for (int step = 0; step < STEPS; step++) {
      if (there.isEmpty() || random.nextInt(60) > there.size()) {
        TargetClaim comes = target(someOwner(), step + 1);
        list.add(comes);
        there.add(comes);
      } else {
        boolean wasMixed = countOwners() > 1;
        TargetClaim goes = there.remove(random.nextInt(there.size()));
        boolean freeing = list.remove(goes);
        boolean isMixed = countOwners() > 1;
        assertThat(freeing).isEqualTo(there.isEmpty() || (wasMixed && !isMixed));
      }

      for (Owner owner : owners) {
        boolean expected = there.stream().anyMatch(each -> each.owner() != owner);
        assertThat(list.hasOther(owner)).as("step %d", step).isEqualTo(expected);
      }
      assertThat(list.size).isEqualTo(there.size());
      Owner only = countOwners() == 1 ? there.get(0).owner() : null;
      assertThat(list.onlyOwner()).isSameAs(only);
    }
  }

  private long countOwners() {
    return there.stream().map(TargetClaim::owner).distinct().count();
  }
}
