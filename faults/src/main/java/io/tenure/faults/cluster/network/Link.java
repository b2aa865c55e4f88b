package io.tenure.faults.cluster.network;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * One direction of the way between two stations.
 *
 * @param from the number of a node, or {@link Network#HERE}
 * @param to likewise
 */
public record Link(int from, int to) {
  public Link {
    if (from == to) {
      throw new IllegalArgumentException("link: from " + from + " to itself");
    }
  }

  /** Every link that leads from one of these to one of those. */
  public static Set<Link> from(Collection<Integer> these, Collection<Integer> those) {
    Set<Link> links = new LinkedHashSet<>();
    for (int from : these) {
      for (int to : those) {
        links.add(new Link(from, to));
      }
    }
    return links;
  }

  /** Both directions. */
  public static Set<Link> between(Collection<Integer> these, Collection<Integer> those) {
    Set<Link> links = from(these, those);
    links.addAll(from(those, these));
    return links;
  }
}
