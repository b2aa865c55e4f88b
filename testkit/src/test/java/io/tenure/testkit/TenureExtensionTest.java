package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import io.tenure.client.error.UnavailableException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each nested class uses the extension in another way. */
final class TenureExtensionTest {
  @Nested
  class InAStaticField {
    @RegisterExtension static final TenureExtension tenure = new TenureExtension();

    private static Hold heldByTheClass;
    private static TestServer serverOfTheClass;

    private Tenure ofBeforeEach;

    @BeforeAll
    static void hold(Tenure client, TestServer server) throws Exception {
      heldByTheClass = client.lock("/class").acquire();
      serverOfTheClass = server;
    }

    @BeforeEach
    void take(Tenure client) throws Exception {
      ofBeforeEach = client;
      client.lock("/before-each").acquire();
    }

    @Test
    void parametersAreClientsOfTheirOwn(Tenure first, Tenure second) throws Exception {
      Hold held = first.lock("/a").acquire();

      assertThat(second.lock("/a").tryAcquire()).isEmpty();
      assertThat(ofBeforeEach.lock("/a").tryAcquire()).isEmpty();
      assertThat(held.isValid()).isTrue();
    }

    @RepeatedTest(3)
    void nothingIsStillHeldFromTheTestBefore(Tenure client) throws Exception {
      assertThat(client.lock("/left").tryAcquire()).isPresent();
    }

    @RepeatedTest(2)
    void killedServerRunsAgainInTheNextTest(TestServer server, Tenure client) throws Exception {
      assertThat(client.lock("/b").tryAcquire()).isPresent();

      server.kill();
    }

    @RepeatedTest(2)
    void serverIsTheSameForAllTests(TestServer server) {
      assertThat(server).isSameAs(serverOfTheClass).isSameAs(tenure.server());
      assertThat(tenure.endpoint()).isEqualTo(server.endpoint());
      assertThat(heldByTheClass.isValid()).isTrue();
    }

    @Nested
    class AndInside {
      @Test
      void serverIsTheSameToo(TestServer server) {
        assertThat(server).isSameAs(serverOfTheClass);
      }
    }
  }

  @Nested
  class InAFieldOfTheInstance {
    private static final Set<String> ENDPOINTS = new HashSet<>();

    @RegisterExtension final TenureExtension tenure = new TenureExtension();

    @RepeatedTest(2)
    void everyTestHasAServerOfItsOwn(Tenure client) throws Exception {
      Hold hold = client.lock("/c").acquire();

      assertThat(hold.token()).isOne();
      assertThat(ENDPOINTS.add(tenure.endpoint())).isTrue();
    }
  }

  @Nested
  @ExtendWith(TenureExtension.class)
  class OnAClass {
    private final Tenure ofTheConstructor;

    OnAClass(Tenure client) {
      ofTheConstructor = client;
    }

    @RepeatedTest(2)
    void whatTheConstructorWasGivenEndsWithTheTest(Tenure client) throws Exception {
      assertThat(client.lock("/d").tryAcquire()).isPresent();
      assertThat(ofTheConstructor.lock("/e").tryAcquire()).isPresent();
    }
  }

  @Test
  void serverThatTheClassHasKilledRunsInItsTests() {
    TenureExtension extension = new TenureExtension();
    ExtensionContext ofClass = context("class");
    ExtensionContext ofTest = context("test");
    extension.beforeAll(ofClass);
    try {
      extension.server().kill();

      extension.beforeEach(ofTest);

      assertThat(extension.server().isRunning()).isTrue();
      extension.afterEach(ofTest);
    } finally {
      extension.afterAll(ofClass);
    }
  }

  @Test
  void clientsAreClosedAlsoIfTheServerDoesNotComeBack() throws IOException {
    TenureExtension extension = new TenureExtension();
    ExtensionContext ofTest = context("test");
    extension.beforeEach(ofTest);
    TestServer server = extension.server();
    Tenure client = (Tenure) extension.resolveParameter(parameter(), ofTest);
    server.kill();

    InetAddress loopback = InetAddress.getLoopbackAddress();
    int port = Integer.parseInt(server.endpoint().substring(server.endpoint().indexOf(':') + 1));
    try (ServerSocket taken = new ServerSocket(port, 1, loopback)) {
      assertThat(taken.isBound()).isTrue();
      assertThatIllegalStateException()
          .isThrownBy(() -> extension.afterEach(ofTest))
          .withMessageStartingWith("the test service did not start: ");
    }

    assertThat(server.isClosed()).isTrue();
    assertThatExceptionOfType(UnavailableException.class)
        .isThrownBy(() -> client.lock("/closed").tryAcquire())
        .withMessage("the client is closed");
  }

  private static ExtensionContext context(String id) {
    return answering(ExtensionContext.class, "getUniqueId", id);
  }

  private static ParameterContext parameter() {
    Parameter client = OnAClass.class.getDeclaredConstructors()[0].getParameters()[1];
    return answering(ParameterContext.class, "getParameter", client);
  }

  /** A stub of a JUnit interface: answers one question. */
  private static <T> T answering(Class<T> type, String question, Object answer) {
    InvocationHandler answers =
        (self, method, arguments) -> {
          assertThat(method.getName()).isEqualTo(question);
          return answer;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, answers));
  }

  @Test
  void thereIsNoServerOutsideOfATest() {
    TenureExtension unused = new TenureExtension();

    assertThatIllegalStateException()
        .isThrownBy(unused::server)
        .withMessageStartingWith("server: none (expected: ");
  }
}
