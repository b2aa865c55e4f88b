package io.tenure.faults.fault;

import java.util.ArrayList;
import java.util.List;

/**
 * The properties of a kind of fault.
 *
 * @param groups names that select several kinds together
 * @param anywhere whether any node will do: such a fault can join another
 */
record Traits(FaultScope reach, List<String> groups, List<Need> needs, boolean anywhere) {
  Traits {
    groups = List.copyOf(groups);
    needs = List.copyOf(needs);
  }

  static Traits of(FaultScope reach, String... groups) {
    return new Traits(reach, List.of(groups), List.of(), reach == FaultScope.NOTHING);
  }

  Traits needing(Need need) {
    List<Need> more = new ArrayList<>(needs);
    more.add(need);
    return new Traits(reach, groups, more, anywhere);
  }

  Traits onAnyNode() {
    return new Traits(reach, groups, needs, true);
  }
}
