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
 * A {@link TestServer} for JUnit's tests.
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
 * <p>In a static field, or as {@code @ExtendWith(TenureExtension.class)} on a class, it has one
 * server for all tests of the class, nested ones included; in a field of the instance, one for each
 * test.
 *
 * <p>A parameter of type {@link Tenure} gets a client of its own, so that two of them compete like
 * two processes. Clients of a test, and of what runs before and after each, are closed after it,
 * and with them everything that they hold; those of {@code @BeforeAll} after the class. A parameter
 * of type {@link TestServer} gets the server. A server that a test has killed runs again for the
 * next.
 */
public final class TenureExtension
    implements BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {

  /** By the id of the test, or the class, that was given them. */
  private final Map<String, Queue<Tenure>> clients = new ConcurrentHashMap<>();

  /** Guards the fields below. */
  private final ReentrantLock lock = new ReentrantLock();

  /** The tests and classes that are under way. The server is there while there are any. */
  private final Set<String> users = new HashSet<>();

  private @Nullable TestServer server;

  /**
   * The server of the test, or the class, that is under way.
   *
   * @throws IllegalStateException if none is
   */
  public TestServer server() {
    lock.lock();
    try {
      if (server == null) {
        throw new IllegalStateException(
            "server: none (expected: a test that is under way, in a class with this extension)");
      }
      return server;
    } finally {
      lock.unlock();
    }
  }

  /** Where clients connect to the server, as {@code 127.0.0.1:PORT}. */
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
      revive(server);
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
      TestServer left = server;
      users.remove(context.getUniqueId());
      if (left == null) {
        return;
      }
      // Before the clients are closed: they give back what they hold.
      try {
        revive(left);
      } finally {
        disconnect(left, clients.remove(context.getUniqueId()));
      }
    } finally {
      lock.unlock();
    }
  }

  private static void revive(TestServer present) {
    if (!present.isRunning() && !present.isClosed()) {
      present.restart();
    }
  }

  private void disconnect(TestServer left, @Nullable Queue<Tenure> used) {
    if (used != null) {
      used.forEach(left::disconnect);
    }
    if (users.isEmpty()) {
      server = null;
      left.close();
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

  /** What a test's constructor is given belongs to the test, not to its class. */
  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }
}
