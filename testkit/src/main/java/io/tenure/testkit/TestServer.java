package io.tenure.testkit;

import io.tenure.client.Tenure;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A Tenure service of one node that runs in the test's process. It is the real server with its real
 * log on disk; closing it deletes its data.
 *
 * <pre>{@code
 * try (TestServer server = TestServer.start();
 *     Hold hold = server.connect().lock("/billing").acquire()) {
 *   server.kill();
 *   server.restart();
 *   assertThat(hold.isValid()).isTrue();
 * }
 * }</pre>
 *
 * <p>It listens on free ports of the loopback interface and keeps its data in a temporary folder. A
 * process may have any number of them. Thread-safe.
 */
public final class TestServer implements AutoCloseable {
  private static final String NODE = "n1";

  private final NodeGroup group;

  private TestServer(NodeGroup group) {
    this.group = group;
  }

  /**
   * Starts a server and returns when it accepts calls.
   *
   * @throws IllegalStateException if it does not start; the message has the reason
   */
  public static TestServer start() {
    return new TestServer(NodeGroup.start(1));
  }

  /** The address for clients, as {@code 127.0.0.1:PORT}. Does not change on restart. */
  public String endpoint() {
    return group.endpoints().get(0);
  }

  /**
   * Returns a new client of this server with default settings. Closing the server closes it.
   *
   * @throws IllegalStateException if the server is closed
   */
  public Tenure connect() {
    return connect(builder -> builder);
  }

  /**
   * Returns a new client of this server. Closing the server closes it.
   *
   * <pre>{@code
   * Tenure tenure = server.connect(client -> client.ttl(Duration.ofSeconds(2)));
   * }</pre>
   *
   * @param settings changes the default settings
   * @throws IllegalStateException if the server is closed
   */
  public Tenure connect(UnaryOperator<Tenure.Builder> settings) {
    return group.connect(settings);
  }

  /** Closes a client that {@link #connect} returned. */
  void disconnect(Tenure client) {
    group.disconnect(client);
  }

  /** Whether the server runs: it was neither killed nor closed. */
  public boolean isRunning() {
    return group.isRunning(NODE);
  }

  /**
   * Kills the server, as a power failure would: every connection breaks without notice, and new
   * connections are refused. The data stays for {@link #restart}, with everything that was
   * acknowledged. Does nothing if the server was killed before.
   *
   * @throws IllegalStateException if it is closed
   */
  public void kill() {
    group.kill(NODE);
  }

  /**
   * Restarts the server with the same address and data, and returns when it accepts calls. A server
   * that still runs is shut down first.
   *
   * @throws IllegalStateException if it is closed, or does not start
   */
  public void restart() {
    group.restart(NODE);
  }

  boolean isClosed() {
    return group.isClosed();
  }

  Path folder() {
    return group.folder();
  }

  /** Closes its clients, ends the server and deletes its data. */
  @Override
  public void close() {
    group.close();
  }

  @Override
  public String toString() {
    return "TestServer[" + endpoint() + "]";
  }
}
