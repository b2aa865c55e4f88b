package io.tenure.raft;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The voters of a log, in no order. During a change of members a majority of both lists decides.
 *
 * @param previous those before the change that is under way; empty if there is none
 */
public record LogMembers(List<Member> current, List<Member> previous) {
  /** Everybody who counts now, each once. */
  public Collection<Member> all() {
    if (previous.isEmpty()) {
      return current;
    }
    Map<String, Member> all = new HashMap<>();
    previous.forEach(member -> all.put(member.id(), member));
    current.forEach(member -> all.put(member.id(), member));
    return all.values();
  }

  /** Everybody who counts now but this one. */
  public List<Member> others(String self) {
    return all().stream().filter(member -> !member.id().equals(self)).toList();
  }
}
