package io.tenure.client.lock;

import io.tenure.client.Loss;
import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;

/** For tests about holds that are lost: a client with a short TTL, and a list of losses. */
abstract class WithLossListener {
  static final TestServer server = SharedServer.get();
  private static final Duration TTL = Duration.ofSeconds(3);

  /** Longer than the TTL. */
  static final long MORE_THAN_A_TERM_MILLIS = 3_500;

  final Tenure tenure = client(TTL);

  /** For listeners of the tests: {@code losses::add}. */
  final List<Loss> losses = new CopyOnWriteArrayList<>();

  @AfterEach
  void disconnect() {
    tenure.close();
  }

  static Tenure client(Duration ttl) {
    return Tenure.builder().endpoints(server.endpoint()).ttl(ttl).connect();
  }
}
