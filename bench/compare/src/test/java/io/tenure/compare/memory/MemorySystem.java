package io.tenure.compare.memory;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockHandle;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.server.Server;
import io.tenure.harness.process.Signals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Locks in memory. The "leader" is a process that does nothing; when it has died, or is frozen,
 * some calls fail before another one takes over.
 */
public class MemorySystem implements LockSystem {
  /** How it deviates from a correct system. */
  public enum Fault {
    NONE,
    GRANTS_TWICE,
    LOSES_GRANTS,
    FORGETS_GRANTS,
    FORGETS_WITH_ITS_LEADER,
    REPEATS_TOKENS,
    KEEPS_KEYS,
    DOES_NOT_NOTIFY_ONE_WATCHER,
    IS_SINGLE,
    IS_NOT_INSTALLED,
    DOES_NOT_START,
    BREAKS_THE_CLIENT,
    REFUSES
  }

  private static final int FAILURES_AFTER_DEATH = 50;

  private final String name;
  private final Fault fault;
  private final Map<String, MemoryKey> keys = new ConcurrentHashMap<>();
  private final AtomicReference<Process> leader = new AtomicReference<>();
  private final AtomicInteger failuresLeft = new AtomicInteger(FAILURES_AFTER_DEATH);

  public MemorySystem(String name, Fault fault) {
    this.name = name;
    this.fault = fault;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Set<Feature> features() {
    EnumSet<Feature> all = EnumSet.allOf(Feature.class);
    if (fault == Fault.IS_SINGLE) {
      all.remove(Feature.REPLICATED);
    }
    return all;
  }

  @Override
  public Optional<String> missing() {
    return fault == Fault.IS_NOT_INSTALLED
        ? Optional.of("apt-get install " + name)
        : Optional.empty();
  }

  @Override
  public RunningSystem start(Path directory) throws IOException {
    if (fault == Fault.DOES_NOT_START) {
      Path log = directory.resolve("n1").resolve(Server.LOG);
      Files.createDirectories(directory.resolve("n1"));
      Files.writeString(log, "no port");
      throw new IOException(name + ": no port is free\nsee " + log);
    }
    startLeader();
    return new Running();
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new Client();
  }

  /** The same locks as a service that runs already. */
  @Override
  public Optional<LockSystem> at(List<String> endpoints, List<Long> pids) {
    return Optional.of(
        new MemorySystem(name, fault) {
          @Override
          public RunningSystem start(Path directory) {
            return new Service(endpoints, pids);
          }
        });
  }

  @Override
  public List<LockSystem> withBuild(Path jar, boolean ownClient) {
    return List.of(this, new MemorySystem(name + "-b", fault));
  }

  private void startLeader() throws IOException {
    Process process = leader.get();
    if (process == null || !process.isAlive()) {
      leader.set(new ProcessBuilder("sleep", "300").start());
    }
    failuresLeft.set(FAILURES_AFTER_DEATH);
  }

  private void requireLeader() throws IOException {
    Process process = leader.get();
    if (fault == Fault.REFUSES) {
      throw new IOException("refused");
    }
    if (process != null
        && (!process.isAlive() || Signals.isStopped(process.pid()))
        && failuresLeft.getAndDecrement() > 0) {
      throw new IOException("no leader");
    }
  }

  private MemoryKey key(String key) {
    return keys.computeIfAbsent(key, unused -> new MemoryKey(fault));
  }

  private final class Running implements RunningSystem {
    @Override
    public List<String> endpoints() {
      return List.of("memory");
    }

    @Override
    public List<ProcessHandle> processes() {
      return List.of(leader.get().toHandle());
    }

    @Override
    public Optional<ProcessHandle> leader() {
      return Optional.of(leader.get().toHandle());
    }

    @Override
    public void restartDeadServers() throws IOException {
      if (fault == Fault.FORGETS_WITH_ITS_LEADER) {
        keys.values().forEach(MemoryKey::forget);
      }
      startLeader();
    }

    @Override
    public Map<String, String> settings() {
      return Map.of("version", "1", "fsync", "never <needs no disk>");
    }

    @Override
    public void close() {
      // Until it has ended: else the next start could take it for a leader that lives.
      leader.get().destroyForcibly().onExit().join();
    }
  }

  private record Service(List<String> endpoints, List<Long> pids) implements RunningSystem {
    @Override
    public List<ProcessHandle> processes() {
      return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).toList();
    }

    @Override
    public Optional<ProcessHandle> leader() {
      return Optional.empty();
    }

    @Override
    public boolean usesDirectory() {
      return false;
    }

    @Override
    public void restartDeadServers() {
      throw new UnsupportedOperationException("not started here");
    }

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }

    @Override
    public void close() {}
  }

  private final class Client implements LockClient {
    @Override
    public LockHandle exclusive(String key) {
      if (fault == Fault.BREAKS_THE_CLIENT) {
        throw new AssertionError("a bug of a library");
      }
      return new Handle(key(key), true);
    }

    @Override
    public LockHandle shared(String key) {
      return new Handle(key(key), false);
    }

    @Override
    public void watch(String key, Runnable onChange) {
      key(key).watch(onChange);
    }

    @Override
    public void close() {}
  }

  private final class Handle implements LockHandle {
    private final MemoryKey key;
    private final boolean exclusive;
    private long token;

    Handle(MemoryKey key, boolean exclusive) {
      this.key = key;
      this.exclusive = exclusive;
    }

    @Override
    public long acquire() throws IOException, InterruptedException {
      requireLeader();
      token = key.acquire(exclusive);
      return token;
    }

    @Override
    public boolean isHeldByService() {
      return key.isHeld(exclusive, token);
    }

    @Override
    public void release() throws IOException {
      key.release(exclusive);
    }
  }
}
