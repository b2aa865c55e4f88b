package io.tenure.core.table;

import io.tenure.core.model.Mode;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/**
 * A key, or a prefix of keys, at or below which there are holds or waiters. Unused nodes are
 * pruned, so that unused keys take no memory.
 */
public final class KeyNode {
  private static final ClaimIndex NOTHING = new ClaimIndex();

  /** A table is rebuilt when it is filled to less than one part in this many. */
  private static final int SHRINK_BELOW = 16;

  /** Most inner nodes of deep keys have one child. */
  private static final int FEW = 2;

  /** Null for the root, which stands for no key. */
  final @Nullable KeyNode parent;

  final String segment;
  private @Nullable HashMap<String, KeyNode> children;

  /** The highest number of children so far; the table does not shrink by itself. */
  private int mostChildren;

  /** The claims at this key. */
  private @Nullable ClaimIndex here;

  /** Those of them with scope subtree. */
  private @Nullable ClaimIndex spread;

  /** The claims at keys below this one. */
  private @Nullable ClaimIndex below;

  /** How many targets are held or wait here. */
  private int claims;

  /** Permits of the semaphore that this key is while it is live; 0 for locks. */
  private int limit;

  private @Nullable Permits permits;

  KeyNode(@Nullable KeyNode parent, String segment) {
    this.parent = parent;
    this.segment = segment;
  }

  /** The key above this one, or null at the top. */
  @Nullable
  public KeyNode above() {
    return parent == null || parent.parent == null ? null : parent;
  }

  @Nullable KeyNode child(String name) {
    return children == null ? null : children.get(name);
  }

  KeyNode addChild(String name) {
    if (children == null) {
      children = new HashMap<>(FEW);
    }
    KeyNode child = new KeyNode(this, name);
    children.put(name, child);
    mostChildren = Math.max(mostChildren, children.size());
    return child;
  }

  void removeChild(KeyNode child) {
    if (children == null) {
      return;
    }
    children.remove(child.segment);
    if (children.isEmpty()) {
      children = null;
      below = null;
      mostChildren = 0;
    } else if (children.size() < mostChildren / SHRINK_BELOW) {
      children = new HashMap<>(children);
      mostChildren = children.size();
    }
  }

  boolean isDead() {
    return claims == 0 && children == null;
  }

  public boolean isLive() {
    return claims > 0;
  }

  /** Locks with locks, permits with those of the same semaphore. */
  public boolean mixesWith(Mode mode) {
    return claims == 0 || limit == mode.limit();
  }

  ClaimIndex here() {
    if (here == null) {
      here = new ClaimIndex();
    }
    return here;
  }

  ClaimIndex spread() {
    if (spread == null) {
      spread = new ClaimIndex();
    }
    return spread;
  }

  ClaimIndex below() {
    if (below == null) {
      below = new ClaimIndex();
    }
    return below;
  }

  /** Read-only: never null; a shared empty index if there is nothing. */
  public ClaimIndex lookHere() {
    return here == null ? NOTHING : here;
  }

  public ClaimIndex lookSpread() {
    return spread == null ? NOTHING : spread;
  }

  public ClaimIndex lookBelow() {
    return below == null ? NOTHING : below;
  }

  void enter(TargetClaim target) {
    if (claims == 0) {
      limit = target.target.mode().limit();
    }
    Invariant.check(limit == target.target.mode().limit(), "a live key is of one kind");
    claims++;
  }

  void leave() {
    claims--;
    if (claims == 0) {
      here = null;
      spread = null;
      permits = null;
    }
  }

  /** The holders and waiters of permits. Only for a live semaphore. */
  public Permits permits() {
    if (permits == null) {
      permits = new Permits(this, limit);
    }
    return permits;
  }
}
