package io.tenure.core.table;

import io.tenure.core.model.Key;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The keys that are in use, as a tree by segment. */
public final class KeyTrie {
  private final KeyNode root = new KeyNode(null, "");
  private int nodes;

  /** Nodes without the root. */
  int nodes() {
    return nodes;
  }

  public KeyNode reach(Key key) {
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

  /** The key's node, if there is one; names the nodes above the key on the way down to it. */
  @Nullable
  public KeyNode find(Key key, Consumer<KeyNode> above) {
    String path = key.path();
    KeyNode node = root;
    for (int from = 1; from <= path.length(); ) {
      int to = Key.segmentEnd(path, from);
      KeyNode child = node.child(path.substring(from, to));
      if (child == null) {
        return null;
      }
      if (to < path.length()) {
        above.accept(child);
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
