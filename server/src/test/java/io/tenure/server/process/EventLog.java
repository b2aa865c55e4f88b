package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.TenureGrpc.TenureBlockingStub;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that has happened in a shard, as one node tells it: the truth that what clients were
 * told is held against. Only exclusive locks of single keys may have been used.
 */
final class EventLog {
  private final List<Event> events;
  private final Map<Long, Event> grants = new HashMap<>();
  private final Set<Long> releases = new HashSet<>();

  /** Takes events in the order in which they came, and checks that they can be. */
  EventLog(List<Event> events) {
    this.events = List.copyOf(events);
    Map<String, Long> holders = new HashMap<>();
    Set<String> granted = new HashSet<>();
    long revision = 0;
    for (Event event : events) {
      assertThat(event.getRevision()).as("revision of " + event).isEqualTo(revision + 1);
      revision = event.getRevision();
      if (event.getKind() == EventKind.GRANTED) {
        assertThat(event.getToken()).as("token of " + event).isEqualTo(revision);
        String request = event.getSession() + "#" + event.getRequest();
        assertThat(granted.add(request)).as("granted once: " + event).isTrue();
        Long holder = holders.put(key(event), event.getToken());
        assertThat(holder).as("holder when this was granted: " + event).isNull();
        grants.put(event.getToken(), event);
      } else if (event.getKind() == EventKind.RELEASED) {
        Long holder = holders.remove(key(event));
        assertThat(holder)
            .as("holder when this was released: " + event)
            .isEqualTo(event.getToken());
        releases.add(event.getToken());
      }
    }
  }

  private static String key(Event event) {
    assertThat(event.getTargetsCount()).as("targets of " + event).isEqualTo(1);
    return event.getTargets(0).getKey();
  }

  /** What the node tells of everything up to this revision. */
  static EventLog read(TenureBlockingStub node, long revision) {
    List<Event> events = new ArrayList<>();
    if (revision == 0) {
      return new EventLog(events);
    }
    WatchRequest all =
        WatchRequest.newBuilder().setKey("/").setSubtree(true).setFromRevision(1).build();
    Iterator<WatchReply> replies = node.watch(all);
    while (events.isEmpty() || events.get(events.size() - 1).getRevision() < revision) {
      events.addAll(replies.next().getEvents().getEventsList());
    }
    return new EventLog(events);
  }

  /** Of a node that has caught up with the leader. */
  static EventLog of(ProcessCluster cluster, ServerProcess node) {
    cluster.awaitCaughtUp(node);
    return read(cluster.calls(node), cluster.shard(node).getRevision());
  }

  List<Event> events() {
    return events;
  }

  long revision() {
    return events.size();
  }

  @Nullable Event grant(long token) {
    return grants.get(token);
  }

  boolean isReleased(long token) {
    return releases.contains(token);
  }

  /** The grant that a request got, however often it was sent, or null. */
  @Nullable Event grantOf(long session, long request) {
    return grants.values().stream()
        .filter(event -> event.getSession() == session && event.getRequest() == request)
        .findFirst()
        .orElse(null);
  }
}
