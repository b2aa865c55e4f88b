package io.tenure.fencing;

import io.tenure.harness.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL, started once for all tests. */
public final class PostgresServer implements TestDatabase {
  /** One of these is on the class path: the one for this platform. */
  private static final List<String> ARCHIVES =
      List.of(
          "/postgres-linux-x86_64.txz",
          "/postgres-linux-arm_64.txz",
          "/postgres-darwin-x86_64.txz",
          "/postgres-darwin-arm_64.txz");

  private static final String NOBODY = "65534";

  private static PostgresServer shared;

  private final PGSimpleDataSource source = new PGSimpleDataSource();

  private PostgresServer(int port) {
    source.setServerNames(new String[] {"127.0.0.1"});
    source.setPortNumbers(new int[] {port});
    source.setDatabaseName("postgres");
    source.setUser("postgres");
  }

  public static synchronized PostgresServer shared() {
    if (shared == null) {
      try {
        shared = start();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError("PostgreSQL does not start", e);
      }
    }
    return shared;
  }

  private static PostgresServer start() throws IOException, InterruptedException {
    Path home = Files.createTempDirectory("tenure-postgres");
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    unpack(home);
    Path data = Files.createDirectory(home.resolve("data"));
    List<String> user = asOrdinaryUser(home, data);
    Path log = Files.createDirectories(Path.of("target")).resolve("postgres.log");
    ServerProcess.run(initialize(user, home, data), log);
    PostgresServer server = new PostgresServer(Ports.free());
    ServerProcess.start(server.serve(user, home, data), log, home, server.source);
    return server;
  }

  private static void unpack(Path home) throws IOException, InterruptedException {
    ProcessBuilder tar = new ProcessBuilder("tar", "-x", "-f", "-", "-C", home.toString());
    Process unpacking = tar.inheritIO().redirectInput(ProcessBuilder.Redirect.PIPE).start();
    try (InputStream archive = new XZInputStream(archive());
        OutputStream files = unpacking.getOutputStream()) {
      archive.transferTo(files);
    }
    if (unpacking.waitFor() != 0) {
      throw new IOException("tar: exit code " + unpacking.exitValue());
    }
  }

  private static InputStream archive() throws IOException {
    return ARCHIVES.stream()
        .flatMap(name -> Stream.ofNullable(PostgresServer.class.getResourceAsStream(name)))
        .findFirst()
        .orElseThrow(() -> new IOException("no PostgreSQL for this platform"));
  }

  /**
   * PostgreSQL refuses to run as root. In a user namespace of its own it does not see that it does;
   * where there are no such namespaces, as in many a container, it runs as nobody.
   */
  private static List<String> asOrdinaryUser(Path home, Path data)
      throws IOException, InterruptedException {
    if (!ServerProcess.runsAsRoot()) {
      return List.of();
    }
    try {
      ServerProcess.run(List.of("unshare", "-U", "true"), home.resolve("log"));
      return List.of("unshare", "-U");
    } catch (IOException none) {
      ServerProcess.run(List.of("chown", NOBODY, data.toString()), home.resolve("log"));
      return List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
    }
  }

  private static List<String> initialize(List<String> user, Path home, Path data) {
    List<String> command = new ArrayList<>(user);
    command.add(home.resolve("bin/initdb").toString());
    command.addAll(List.of("-D", data.toString(), "-U", "postgres", "-A", "trust"));
    command.addAll(List.of("-E", "UTF8", "--locale=C", "--no-sync"));
    return command;
  }

  private List<String> serve(List<String> user, Path home, Path data) {
    List<String> command = new ArrayList<>(user);
    command.add(home.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-h", "127.0.0.1", "-k", "", "-F"));
    command.addAll(List.of("-p", Integer.toString(source.getPortNumbers()[0])));
    return command;
  }

  public String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres"
        .formatted(source.getPortNumbers()[0]);
  }

  @Override
  public Dialect dialect() {
    return Dialect.POSTGRESQL;
  }

  @Override
  public DataSource source() {
    return source;
  }

  @Override
  public String waitersQuery() {
    return "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
  }
}
