package io.tenure.compare.system.postgres;

import io.tenure.compare.system.LockClient;
import io.tenure.compare.system.LockSystem;
import io.tenure.compare.system.RunningSystem;
import io.tenure.compare.system.Versions;
import io.tenure.compare.system.server.ClusterProbe;
import io.tenure.compare.system.server.Server;
import io.tenure.compare.system.server.Servers;
import io.tenure.harness.Ports;
import io.tenure.harness.process.ChildProcesses;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One PostgreSQL server with advisory locks. */
public final class PostgresSystem implements LockSystem {
  static final String USER = "bench";

  /** Enough for 1,000 workers and the checks. */
  private static final int CONNECTIONS = 1_100;

  /** Multiplied by the connections it is the maximum number of locks: enough for 50,000. */
  private static final int LOCKS_PER_CONNECTION = 128;

  /** Grace period: a killed server would leave shared memory behind. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Set<Feature> features() {
    return Set.of(Feature.SHARED);
  }

  @Override
  public Optional<String> missing() {
    return PostgresInstallation.find().isPresent()
        ? Optional.empty()
        : Optional.of("apt-get install postgresql");
  }

  @Override
  public RunningSystem start(Path directory) throws IOException, InterruptedException {
    PostgresInstallation installation =
        PostgresInstallation.find()
            .orElseThrow(() -> new IOException("PostgreSQL is not installed"));
    Path folder = Files.createDirectories(directory.resolve("postgres"));
    Path data = folder.resolve("data");
    installation.grantAccess(folder);
    Programs.run(
        "",
        installation.command(
            "initdb", "-D", data.toString(), "-U", USER, "-A", "trust", "-E", "UTF8"),
        ChildProcesses::start);
    int port = Ports.free();
    List<String> options = new ArrayList<>(List.of("-D", data.toString()));
    setting(options, "listen_addresses", "127.0.0.1");
    setting(options, "port", Integer.toString(port));
    setting(options, "unix_socket_directories", "");
    setting(options, "max_connections", Integer.toString(CONNECTIONS));
    setting(options, "max_locks_per_transaction", Integer.toString(LOCKS_PER_CONNECTION));
    Server.Command command =
        new Server.Command(
            installation.command("postgres", options.toArray(new String[0])), Map.of(), GRACE);
    Server server = new Server("postgres", folder, command);
    List<String> endpoints = List.of("127.0.0.1:" + port);
    return Servers.start(
        this,
        List.of(server),
        new Servers.Setup(endpoints, ClusterProbe.ofSingle(), settings(installation)));
  }

  private static void setting(List<String> options, String name, String value) {
    options.add("-c");
    options.add(name + "=" + value);
  }

  private static Map<String, String> settings(PostgresInstallation installation)
      throws IOException, InterruptedException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        "version",
        Programs.run("", installation.command("postgres", "--version"), ProcessBuilder::start));
    settings.put("nodes", "1");
    settings.put("durability", "none: advisory locks are in memory and end with the connection");
    settings.put("max_connections", Integer.toString(CONNECTIONS));
    settings.put("max_locks_per_transaction", Integer.toString(LOCKS_PER_CONNECTION));
    settings.put(
        "client",
        "pgjdbc "
            + Versions.of("pgjdbc")
            + ", pg_advisory_lock of the session; a connection for each thread");
    return settings;
  }

  @Override
  public LockClient connect(List<String> endpoints) {
    return new PostgresLocks(endpoints.get(0));
  }
}
