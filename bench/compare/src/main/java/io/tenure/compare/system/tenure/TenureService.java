package io.tenure.compare.system.tenure;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.FirstLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A service of Tenure that runs already. It is neither started nor stopped, so its leader cannot be
 * killed, and its memory contains whatever it has done before.
 */
final class TenureService implements LockSystem {
  private static final String NAME = "tenure";
  private static final Duration FIRST_LOCK_LIMIT = Duration.ofSeconds(20);

  private final List<String> endpoints;
  private final List<Long> pids;

  /**
   * A service at these addresses.
   *
   * @param pids its server processes on this machine, in the order of the endpoints, or none
   */
  TenureService(List<String> endpoints, List<Long> pids) {
    this.endpoints = List.copyOf(endpoints);
    this.pids = List.copyOf(pids);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.SHARED, Feature.WATCH, Feature.TOKEN);
  }

  @Override
  public Optional<String> missing() {
    return Optional.empty();
  }

  /** Returns when a lock can be acquired. */
  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    for (long pid : pids) {
      if (ProcessHandle.of(pid).isEmpty()) {
        throw new IOException("process %d does not exist (expected: a server)".formatted(pid));
      }
    }
    try {
      FirstLock.await(this, endpoints, FIRST_LOCK_LIMIT, () -> false);
    } catch (IOException e) {
      throw new IOException(
          "service at %s: %s".formatted(String.join(",", endpoints), e.getMessage()), e);
    }
    return new Connected();
  }

  @Override
  public LockClient connect(List<String> addresses) {
    return new TenureLocks(addresses);
  }

  private final class Connected implements RunningSystem {
    private final TenureProbe probe = new TenureProbe(endpoints);

    @Override
    public List<String> endpoints() {
      return endpoints;
    }

    @Override
    public List<ProcessHandle> processes() {
      return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }

    /** Known only if there is a process for each endpoint. */
    @Override
    public Optional<ProcessHandle> leader() {
      OptionalInt leader = probe.leader();
      return leader.isPresent() && pids.size() == endpoints.size()
          ? ProcessHandle.of(pids.get(leader.getAsInt()))
          : Optional.empty();
    }

    @Override
    public boolean usesDirectory() {
      return false;
    }

    @Override
    public void restartDeadServers() {
      throw new UnsupportedOperationException("the bench has not started these servers");
    }

    @Override
    public Map<String, String> settings() {
      Map<String, String> settings = new LinkedHashMap<>();
      settings.put("service", "already running at " + String.join(",", endpoints));
      settings.put(
          "server processes",
          pids.isEmpty()
              ? "unknown, so without CPU time and memory of the servers"
              : pids.stream().map(String::valueOf).collect(Collectors.joining(",")));
      settings.put("client", TenureLocks.DESCRIPTION);
      return settings;
    }

    @Override
    public void close() {
      probe.close();
    }
  }
}
