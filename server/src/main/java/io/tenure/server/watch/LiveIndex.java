package io.tenure.server.watch;

import io.tenure.core.model.Event;
import io.tenure.core.model.Key;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions that are up to date, by filter: a tree of the watched keys. An event is led to
 * the groups that it concerns, as {@link WatchFilter#concerns} has it, by walking down its keys; a
 * target of scope {@link Scope#SUBTREE} goes on to everything below.
 */
final class LiveIndex {
  private final Node root = new Node(null, "");
  private int size;

  /** A key, or what comes above one; the root stands for everything. */
  private static final class Node {
    final @Nullable Node parent;
    final String segment;
    final Map<String, Node> children = new HashMap<>(4);
    final WatchGroup exact = new WatchGroup();
    final WatchGroup subtree = new WatchGroup();

    Node(@Nullable Node parent, String segment) {
      this.parent = parent;
      this.segment = segment;
    }

    boolean isEmpty() {
      return children.isEmpty() && exact.members.isEmpty() && subtree.members.isEmpty();
    }

    WatchGroup group(WatchFilter filter) {
      return filter.subtree() ? subtree : exact;
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Nodes without the root, counted one by one. */
  int nodes() {
    return nodes(root) - 1;
  }

  private static int nodes(Node node) {
    return 1 + node.children.values().stream().mapToInt(LiveIndex::nodes).sum();
  }

  void add(Watch watch) {
    Node node = root;
    for (String segment : segments(watch.filter.key())) {
      Node parent = node;
      node = node.children.computeIfAbsent(segment, name -> new Node(parent, name));
    }
    if (node.group(watch.filter).members.add(watch)) {
      size++;
    }
  }

  void remove(Watch watch) {
    Node node = root;
    for (String segment : segments(watch.filter.key())) {
      Node child = node.children.get(segment);
      if (child == null) {
        return;
      }
      node = child;
    }
    if (node.group(watch.filter).members.remove(watch)) {
      size--;
      prune(node);
    }
  }

  private static void prune(Node from) {
    Node node = from;
    while (node.parent != null && node.isEmpty()) {
      node.parent.children.remove(node.segment);
      node = node.parent;
    }
  }

  /** Takes out all of them. */
  List<Watch> removeAll() {
    List<Watch> removed = new ArrayList<>(size);
    collect(root, removed);
    root.children.clear();
    root.subtree.members.clear();
    size = 0;
    return removed;
  }

  private static void collect(Node node, List<Watch> into) {
    into.addAll(node.exact.members);
    into.addAll(node.subtree.members);
    node.children.values().forEach(child -> collect(child, into));
  }

  /** Offers the event to the groups that it concerns; adds those that had none before. */
  void offer(EventHistory.Entry entry, List<WatchGroup> firstOffered) {
    offer(root.subtree, entry, firstOffered);
    if (root.children.isEmpty()) {
      return;
    }
    Event event = entry.event();
    List<Target> targets = EventContent.targets(event);
    for (int i = 0; i < targets.size(); i++) {
      offer(targets.get(i), entry, firstOffered);
    }
  }

  private void offer(Target target, EventHistory.Entry entry, List<WatchGroup> firstOffered) {
    String path = target.key().path();
    Node node = root;
    for (int from = 1; from <= path.length(); ) {
      int to = segmentEnd(path, from);
      Node child = node.children.get(path.substring(from, to));
      if (child == null) {
        return;
      }
      offer(child.subtree, entry, firstOffered);
      node = child;
      from = to + 1;
    }
    offer(node.exact, entry, firstOffered);
    if (target.scope() == Scope.SUBTREE) {
      offerBelow(node, entry, firstOffered);
    }
  }

  private static void offerBelow(
      Node node, EventHistory.Entry entry, List<WatchGroup> firstOffered) {
    for (Node child : node.children.values()) {
      offer(child.exact, entry, firstOffered);
      offer(child.subtree, entry, firstOffered);
      offerBelow(child, entry, firstOffered);
    }
  }

  private static void offer(
      WatchGroup group, EventHistory.Entry entry, List<WatchGroup> firstOffered) {
    if (!group.members.isEmpty() && group.offer(entry)) {
      firstOffered.add(group);
    }
  }

  private static List<String> segments(@Nullable Key key) {
    List<String> segments = new ArrayList<>();
    if (key != null) {
      String path = key.path();
      for (int from = 1; from <= path.length(); ) {
        int to = segmentEnd(path, from);
        segments.add(path.substring(from, to));
        from = to + 1;
      }
    }
    return segments;
  }

  private static int segmentEnd(String path, int from) {
    int slash = path.indexOf('/', from);
    return slash < 0 ? path.length() : slash;
  }
}
