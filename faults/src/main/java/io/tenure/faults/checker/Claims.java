package io.tenure.faults.checker;

import io.tenure.faults.history.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All holds and waiting requests, indexed by the keys that they cover. */
public final class Claims {
  /** One target of a claim. */
  public record Part(Claim claim, Wanted target) {}

  private final TreeMap<String, List<Part>> byKey = new TreeMap<>();

  public void add(Claim claim) {
    for (Wanted target : claim.targets()) {
      byKey.computeIfAbsent(target.key(), key -> new ArrayList<>()).add(new Part(claim, target));
    }
  }

  @SuppressWarnings("ReferenceEquality")
  public // Claims that look the same are not the same.
  void remove(Claim claim) {
    for (Wanted target : claim.targets()) {
      List<Part> parts = byKey.getOrDefault(target.key(), List.of());
      for (int i = 0; i < parts.size(); i++) {
        if (parts.get(i).claim() == claim) {
          parts.remove(i);
          break;
        }
      }
      if (parts.isEmpty()) {
        byKey.remove(target.key());
      }
    }
  }

  /** Whether the test is true of a part that reaches a key that the target reaches, too. */
  boolean anyMeeting(Wanted target, Predicate<Part> test) {
    String key = target.key();
    if (anyOf(byKey.get(key), test)) {
      return true;
    }
    for (int end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      if (anyOf(
          byKey.get(key.substring(0, end)), part -> part.target().subtree() && test.test(part))) {
        return true;
      }
    }
    if (target.subtree()) {
      // '0' is the character after '/': all keys that begin with this one and a slash.
      for (List<Part> parts : byKey.subMap(key + "/", key + "0").values()) {
        if (anyOf(parts, test)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean anyOf(@Nullable List<Part> parts, Predicate<Part> test) {
    if (parts != null) {
      for (int i = 0; i < parts.size(); i++) {
        if (test.test(parts.get(i))) {
          return true;
        }
      }
    }
    return false;
  }

  /** All claims with a part that meets the target and passes the test, each once. */
  public List<Claim> meeting(Wanted target, Predicate<Part> test) {
    List<Claim> found = new ArrayList<>(2);
    anyMeeting(
        target,
        part -> {
          if (test.test(part) && !isIn(found, part.claim())) {
            found.add(part.claim());
          }
          return false;
        });
    return found;
  }

  @SuppressWarnings("ReferenceEquality") // As above.
  private static boolean isIn(List<Claim> list, Claim claim) {
    for (Claim each : list) {
      if (each == claim) {
        return true;
      }
    }
    return false;
  }
}
