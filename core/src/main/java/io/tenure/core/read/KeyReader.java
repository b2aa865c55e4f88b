package io.tenure.core.read;

import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.table.ClaimIndex;
import io.tenure.core.table.HeldLink;
import io.tenure.core.table.HeldList;
import io.tenure.core.table.KeyNode;
import io.tenure.core.table.KeyTrie;
import io.tenure.core.table.TargetClaim;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Looks a key up in the trie, for people: nothing is decided here. */
public final class KeyReader {
  private KeyReader() {}

  /** Costs the depth of the key, and the holds and the waiters that are named. */
  public static KeyStanding at(KeyTrie trie, Key key, int maxWaiters) {
    List<Hold> holds = new ArrayList<>();
    KeyNode node = trie.find(key, above -> addHolds(above.lookSpread(), holds));
    if (node == null) {
      return new KeyStanding(key, byToken(holds), List.of(), 0);
    }
    ClaimIndex here = node.lookHere();
    addHolds(here, holds);
    return new KeyStanding(
        key, byToken(holds), firstWaiters(here, maxWaiters), here.waitingCount());
  }

  private static void addHolds(ClaimIndex index, List<Hold> holds) {
    addHolds(index.unshared(), holds);
    addHolds(index.shared(), holds);
  }

  private static void addHolds(HeldList list, List<Hold> holds) {
    for (HeldLink link = list.first;
        link != null && holds.size() < KeyStanding.MAX_HOLDS;
        link = link.next) {
      holds.add(link.target().claim.hold());
    }
  }

  /** A hold with several targets may reach one key from several of them. */
  private static List<Hold> byToken(List<Hold> holds) {
    holds.sort(Comparator.comparingLong(Hold::token));
    List<Hold> distinct = new ArrayList<>(holds.size());
    long last = 0;
    for (Hold hold : holds) {
      if (hold.token() != last) {
        distinct.add(hold);
        last = hold.token();
      }
    }
    return List.copyOf(distinct);
  }

  private static List<WaitingRequest> firstWaiters(ClaimIndex here, int maxWaiters) {
    List<WaitingRequest> first = new ArrayList<>();
    for (TargetClaim target : here.waitingInOrder()) {
      if (first.size() >= maxWaiters) {
        break;
      }
      first.add(target.claim.waiting());
    }
    return List.copyOf(first);
  }
}
