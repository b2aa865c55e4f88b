package io.tenure.testkit;

import io.tenure.client.Tenure;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that starts a {@link TestServer} and connects clients.
 *
 * <pre>{@code
 * class BillingTest {
 *   @RegisterExtension static final TenureExtension tenure = new TenureExtension();
 *
 *   @Test
 *   void monthIsClosedOnce(Tenure first, Tenure second) { ... }
 * }
 * }</pre>
 *
 * <p>In a static field, or as {@code @ExtendWith(TenureExtension.class)} on a class, it starts one
 * server for all tests of the class, nested classes included; in an instance field, one for each
 * test.
 *
 * <p>Each parameter of type {@link Tenure} gets a new client, so two of them compete like two
 * processes. Clients of a test and of its {@code @BeforeEach} and {@code @AfterEach} methods are
 * closed after the test, which releases what they hold; clients of {@code @BeforeAll} after the
 * class. A parameter of type {@link TestServer} gets the server. A server that a test has killed is
 * restarted for the next test.
 */
public final class TenureExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {

  /** By the JUnit id of the test or class that got them. */
  private final Map<String, Queue<Tenure>> clients = new ConcurrentHashMap<>();

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  /** JUnit ids of the tests and classes that run now. The server runs while there are any. */
  private final Set<String> users = new HashSet<>();

  private @Nullable TestServer server;

  /**
   * Returns the server of the test or class that runs now.
   *
   * @throws IllegalStateException if none does
   */
  public TestServer server() {
    lock.lock();
    try {
      if (server == null) {
        throw new IllegalStateException(
            "server: none (expected: to be called while a test of a class with this extension runs)");
      }
      return server;
    } finally {
      lock.unlock();
    }
  }

  /** The address of the server for clients, as {@code 127.0.0.1:PORT}. */
  public String endpoint() {
    return server().endpoint();
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    enter(context);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    enter(context);
  }

  private void enter(ExtensionContext context) {
    lock.lock();
    try {
      users.add(context.getUniqueId());
      if (server == null || server.isClosed()) {
        server = TestServer.start();
      }
      restartIfKilled(server);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    leave(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    leave(context);
  }

  private void leave(ExtensionContext context) {
    lock.lock();
    try {
      TestServer present = server;
      users.remove(context.getUniqueId());
      if (present == null) {
        return;
      }
      // Before the clients are closed: they release what they hold.
      try {
        restartIfKilled(present);
      } finally {
        disconnect(present, clients.remove(context.getUniqueId()));
      }
    } finally {
      lock.unlock();
    }
  }

  private static void restartIfKilled(TestServer present) {
    if (!present.isRunning() && !present.isClosed()) {
      present.restart();
    }
  }

  private void disconnect(TestServer present, @Nullable Queue<Tenure> used) {
    if (used != null) {
      used.forEach(present::disconnect);
    }
    if (users.isEmpty()) {
      server = null;
      present.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return type == Tenure.class || type == TestServer.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    if (parameter.getParameter().getType() == TestServer.class) {
      return server();
    }
    Tenure client = server().connect();
    clients.computeIfAbsent(context.getUniqueId(), id -> new ConcurrentLinkedQueue<>()).add(client);
    return client;
  }

  /** Clients in a test's constructor belong to the test, not to its class. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }
}
