package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** The keys that are in use, as a tree by segment. */
final class KeyTrie {
  private final KeyNode root = new KeyNode(null, "");
  private int nodes;

  /** Nodes without the root. */
  int nodes() {
    return nodes;
  }

  KeyNode reach(Key key) {
    KeyNode node = root;
    for (int i = 0; i < key.depth(); i++) {
      String segment = key.segment(i);
      KeyNode child = node.child(segment);
      if (child == null) {
        child = node.addChild(segment);
        nodes++;
      }
      node = child;
    }
    return node;
  }

  @Nullable KeyNode find(Key key) {
    KeyNode node = root;
    for (int i = 0; i < key.depth() && node != null; i++) {
      node = node.child(key.segment(i));
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
