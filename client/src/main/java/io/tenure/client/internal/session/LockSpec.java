package io.tenure.client.internal.session;

import io.tenure.client.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * What one acquire asks for.
 *
 * @param targets sorted by key
 * @param owner {@link #UNNAMED} if the request gets a new owner of its own
 * @param party {@link #UNNAMED} if the owner is the party
 * @param waitMillis {@link #WAIT_FOREVER}, or 0 to be refused instead of queued
 * @param options apply to the handle that the caller gets
 */
public record LockSpec(
    List<Target> targets,
    String owner,
    String party,
    String value,
    long waitMillis,
    HoldHandle.Options options) {
  /** As in the protocol. */
  public static final long WAIT_FOREVER = -1;

  /** Stands for an owner or a party without a name, as in the protocol. */
  static final String UNNAMED = "";

  /** The names that other requests may share with this one; see {@link OwnerGates}. */
  List<String> sharedNames() {
    List<String> names = new ArrayList<>(2);
    if (!owner.isEmpty()) {
      names.add("owner " + owner);
    }
    if (!party.isEmpty()) {
      names.add("party " + party);
    }
    return names;
  }

  /** Whether no other request can have the same owner. */
  boolean hasNewOwner() {
    return owner.isEmpty();
  }

  List<String> keys() {
    return targets.stream().map(Target::key).toList();
  }
}
