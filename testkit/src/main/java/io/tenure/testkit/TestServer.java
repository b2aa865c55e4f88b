package io.tenure.testkit;

import io.tenure.client.Tenure;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * A service of one node, in this process, for tests: complete, durable, and gone when it is closed.
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
 * <p>It listens on free ports of the loopback interface and keeps its data in a temporary folder.
 * There may be any number of them in a process. For any number of threads.
 */
public final class TestServer implements AutoCloseable {
  private static final String NODE = "n1";

  private final NodeGroup group;

  private TestServer(NodeGroup group) {
    this.group = group;
  }

  /**
   * Starts a server and returns when it takes calls.
   *
   * @throws IllegalStateException if it does not start; the message says why
   */
  public static TestServer start() {
    return new TestServer(NodeGroup.start(1));
  }

  /** Where clients connect, as {@code 127.0.0.1:PORT}. Stays the same. */
  public String endpoint() {
    return group.endpoints().get(0);
  }

  /**
   * A client of this server, with the defaults. It is closed with the server at the latest.
   *
   * @throws IllegalStateException if the server is closed
   */
  public Tenure connect() {
    return connect(builder -> builder);
  }

  /**
   * A client of this server.
   *
   * <pre>{@code
   * Tenure tenure = server.connect(client -> client.ttl(Duration.ofSeconds(2)));
   * }</pre>
   *
   * @param settings what is to be different from the defaults
   * @throws IllegalStateException if the server is closed
   */
  public Tenure connect(UnaryOperator<Tenure.Builder> settings) {
    return group.connect(settings);
  }

  /** Closes a client that {@link #connect} gave, and forgets it. */
  void disconnect(Tenure client) {
    group.disconnect(client);
  }

  /** Whether it was neither killed nor closed. */
  public boolean isRunning() {
    return group.isRunning(NODE);
  }

  /**
   * Ends it as a power cut would: every connection breaks, nothing is said, and connecting is
   * refused. The data stays for {@link #restart}; what was acknowledged is in it. Does nothing if
   * it was killed before.
   *
   * @throws IllegalStateException if it is closed
   */
  public void kill() {
    group.kill(NODE);
  }

  /**
   * Starts it again, at the same place, with its data, and returns when it takes calls. One that
   * still runs is stopped first, in good order.
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

  /** Closes its clients, ends it and deletes its data. */
  @Override
  public void close() {
    group.close();
  }

  @Override
  public String toString() {
    return "TestServer[" + endpoint() + "]";
  }
}
