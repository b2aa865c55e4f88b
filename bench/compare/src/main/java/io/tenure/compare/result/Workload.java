package io.tenure.compare.result;

import com.google.gson.annotations.SerializedName;
import io.tenure.compare.system.LockSystem.Feature;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A way of using locks whose cost is compared. */
public enum Workload {
  @SerializedName("uncontended")
  UNCONTENDED("uncontended", null, "Workers with a key each acquire it and release it."),
  @SerializedName("contended")
  CONTENDED("contended", null, "All workers want the same key, each from a program of its own."),
  @SerializedName("readers")
  READERS("readers", Feature.SHARED, "95 % shared and 5 % exclusive acquires of 16 keys."),
  @SerializedName("holders")
  HOLDERS("holders", null, "Many keys are held, and nothing else happens but keep-alives."),
  @SerializedName("watchers")
  WATCHERS("watchers", Feature.WATCH, "Watchers of one key, which changes hands at a fixed rate."),
  @SerializedName("many-clients")
  MANY_CLIENTS("many-clients", null, "Many connections, one worker with a key of its own on each."),
  // Last: processes that were just started again are slow, and the others would suffer from it.
  @SerializedName("failover")
  FAILOVER("failover", Feature.REPLICATED, "The leader is killed (kill -9) under load.");

  private final String label;
  private final @Nullable Feature needed;
  private final String description;

  Workload(String label, @Nullable Feature needed, String description) {
    this.label = label;
    this.needed = needed;
    this.description = description;
  }

  /** As on the command line. */
  public String label() {
    return label;
  }

  /** What is done, in a sentence. */
  public String description() {
    return description;
  }

  /** What a system must have for this to make sense. */
  public Optional<Feature> needed() {
    return Optional.ofNullable(needed);
  }

  /** Whether this can be asked of a system that has these. */
  public boolean suits(Set<Feature> features) {
    return needed == null || features.contains(needed);
  }

  /**
   * The one of that name.
   *
   * @throws IllegalArgumentException if there is none of this name; the message lists those known
   */
  public static Workload named(String label) {
    return Arrays.stream(values())
        .filter(workload -> workload.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "workload: " + label + " (expected: " + labels() + ")"));
  }

  private static String labels() {
    return Arrays.stream(values()).map(Workload::label).collect(Collectors.joining(", "));
  }
}
