package io.tenure.core;

/** The keys that are in use, as a tree by segment. */
final class KeyTrie {
  private final KeyNode root = new KeyNode(null, "");
  private int nodes;

  /** Nodes without the root. */
  int nodes() {
    return nodes;
  }

  KeyNode reach(Key key) {
    String path = key.path();
    KeyNode node = root;
    for (int from = 1; from <= path.length(); ) {
      int to = Key.segmentEnd(path, from);
      String segment = path.substring(from, to);
      KeyNode child = node.child(segment);
      if (child == null) {
        child = node.addChild(segment);
        nodes++;
      }
      node = child;
      from = to + 1;
    }
    return node;
  }

  /** Removes the node and those above it that nothing uses any more. */
  void prune(KeyNode node) {
    KeyNode dead = node;
    while (dead.parent != null && dead.isDead()) {
      KeyNode parent = dead.parent;
      if (parent.child(dead.segment) != dead) {
        return;
      }
      parent.removeChild(dead);
      nodes--;
      dead = parent;
    }
  }
}
