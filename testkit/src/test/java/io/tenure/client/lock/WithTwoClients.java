package io.tenure.client.lock;

import io.tenure.client.SharedServer;
import io.tenure.client.Tenure;
import io.tenure.testkit.TestServer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** For tests about requests: two clients that compete, and threads to block in. */
abstract class WithTwoClients {
  static final TestServer server = SharedServer.get();
  static Tenure tenure;
  static Tenure other;
  static ExecutorService threads;

  @BeforeAll
  static void start() {
    tenure = Tenure.builder().endpoints(server.endpoint()).name("one").connect();
    other = Tenure.builder().endpoints(server.endpoint()).name("two").connect();
    threads = Executors.newCachedThreadPool();
  }

  @AfterAll
  static void stop() {
    threads.shutdownNow();
    tenure.close();
    other.close();
  }

  /** How many requests wait for the key. */
  static int waiting(String key) throws InterruptedException {
    return tenure.get(key).waiting();
  }
}
