package io.tenure.compare.result;

import com.google.gson.annotations.SerializedName;
import io.tenure.compare.system.LockSystem.Feature;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A way of using locks whose cost is measured. The order is the order of measurement. */
public enum Workload {
  @SerializedName("uncontended")
  UNCONTENDED(
      "uncontended", Kind.PAIRS, null, "Each worker acquires and releases a key of its own."),
  @SerializedName("contended")
  CONTENDED(
      "contended", Kind.PAIRS, null, "All workers acquire the same key, each with its own client."),
  @SerializedName("readers")
  READERS(
      "readers", Kind.PAIRS, Feature.SHARED, "95 % shared and 5 % exclusive acquires of 16 keys."),
  @SerializedName("holders")
  HOLDERS("holders", Kind.HOLDS, null, "Many keys are held; the only load is their keep-alives."),
  @SerializedName("sessions")
  SESSIONS(
      "sessions",
      Kind.HOLDS,
      null,
      "Many clients hold one key each; the only load is their keep-alives."),
  @SerializedName("idle")
  IDLE("idle", Kind.IDLE, null, "The servers run without any client."),
  @SerializedName("watchers")
  WATCHERS(
      "watchers",
      Kind.WATCHES,
      Feature.WATCH,
      "Watchers of keys that are acquired and released at a fixed rate."),
  @SerializedName("many-clients")
  MANY_CLIENTS(
      "many-clients", Kind.PAIRS, null, "Many clients, each with one worker and a key of its own."),
  // The last two: servers that were just started again are slow, and other workloads would suffer.
  @SerializedName("freeze")
  FREEZE("freeze", Kind.FAILOVER, Feature.REPLICATED, "The leader is frozen (SIGSTOP) under load."),
  @SerializedName("failover")
  FAILOVER(
      "failover", Kind.FAILOVER, Feature.REPLICATED, "The leader is killed (kill -9) under load.");

  /** What happens during the measurement, and so which figures it yields. */
  public enum Kind {
    /** Workers acquire and release in a closed loop. */
    PAIRS,
    /** Keys are acquired and then held. Needs freshly started servers, because of the memory. */
    HOLDS,
    /** Nothing. Needs freshly started servers, too. */
    IDLE,
    /** Notifications are awaited. */
    WATCHES,
    /** The leader fails again and again. */
    FAILOVER
  }

  /** Measured only if they are asked for by name. */
  private static final Set<Workload> ON_REQUEST = Set.of(SESSIONS, IDLE, FREEZE);

  private final String label;
  private final Kind kind;
  private final @Nullable Feature needed;
  private final String description;

  Workload(String label, Kind kind, @Nullable Feature needed, String description) {
    this.label = label;
    this.kind = kind;
    this.needed = needed;
    this.description = description;
  }

  /** The workloads that are measured if none is named. */
  public static List<Workload> defaults() {
    return Arrays.stream(values()).filter(workload -> !ON_REQUEST.contains(workload)).toList();
  }

  /** As on the command line. */
  public String label() {
    return label;
  }

  public Kind kind() {
    return kind;
  }

  /** Whether memory or CPU at rest is measured, which needs servers that did nothing before. */
  public boolean needsFreshServers() {
    return kind == Kind.HOLDS || kind == Kind.IDLE;
  }

  /** One sentence. */
  public String description() {
    return description;
  }

  /** Whether a system with these features can do this. */
  public boolean suits(Set<Feature> features) {
    return needed == null || features.contains(needed);
  }

  /**
   * The workload of that name.
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
