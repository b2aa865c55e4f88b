package io.tenure.compare.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the values of a {@link Run}. What is not set was not measured. */
public final class RunBuilder {
  private final String system;
  private final int round;
  private final Measurement measurement;
  private double seconds;
  private long operations;
  private Faults faults = Faults.NONE;
  private @Nullable Usage usage;
  private @Nullable Latency acquire;
  private @Nullable Latency release;
  private @Nullable Latency pair;
  private @Nullable Double fairness;
  private List<Gap> gaps = List.of();
  private List<Double> restartSeconds = List.of();
  private @Nullable HolderResult holding;
  private @Nullable WatcherResult watching;
  private @Nullable String failure;

  RunBuilder(String system, int round, Measurement measurement) {
    this.system = system;
    this.round = round;
    this.measurement = measurement;
  }

  /** How many operations were completed in which time. */
  public RunBuilder counted(long count, double inSeconds) {
    operations = count;
    seconds = inSeconds;
    return this;
  }

  public RunBuilder faults(Faults found) {
    faults = found;
    return this;
  }

  public RunBuilder usage(@Nullable Usage used) {
    usage = used;
    return this;
  }

  /** Latencies of acquires, of releases, and of both together. */
  public RunBuilder latencies(
      @Nullable Latency ofAcquires, @Nullable Latency ofReleases, @Nullable Latency ofPairs) {
    acquire = ofAcquires;
    release = ofReleases;
    pair = ofPairs;
    return this;
  }

  /** Operations of the fastest worker divided by those of the slowest. */
  public RunBuilder fairness(@Nullable Double ratio) {
    fairness = ratio;
    return this;
  }

  public RunBuilder gaps(List<Gap> ofFailovers) {
    gaps = List.copyOf(ofFailovers);
    return this;
  }

  /** Times until all servers took part again. */
  public RunBuilder restarts(List<Double> inSeconds) {
    restartSeconds = List.copyOf(inSeconds);
    return this;
  }

  public RunBuilder holding(@Nullable HolderResult ofHolders) {
    holding = ofHolders;
    return this;
  }

  public RunBuilder watching(@Nullable WatcherResult ofWatchers) {
    watching = ofWatchers;
    return this;
  }

  /** Why there is no result; null if there is one. */
  public RunBuilder failure(@Nullable String reason) {
    failure = reason;
    return this;
  }

  public Run build() {
    return new Run(
        system,
        round,
        measurement,
        seconds,
        operations,
        faults,
        usage,
        acquire,
        release,
        pair,
        fairness,
        gaps,
        restartSeconds,
        holding,
        watching,
        failure);
  }
}
