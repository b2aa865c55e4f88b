package io.tenure.server.ops;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpEndpointTest {
  private final FakeHealth health = new FakeHealth();
  private final Metrics metrics = new Metrics();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private HttpEndpoint endpoint;

  @BeforeEach
  void start() throws IOException {
    endpoint =
        HttpEndpoint.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), health, metrics);
  }

  @AfterEach
  void stop() {
    endpoint.close();
    metrics.close();
  }

  @Test
  void metricsAreThoseOfThePartsAndOfTheJvm() throws Exception {
    metrics.registry().counter("tenure.grants").increment(3);

    HttpResponse<String> page = send("GET", "/metrics");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type"))
        .contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(page.body())
        .contains("tenure_grants_total 3.0")
        .contains("jvm_memory_used_bytes")
        .contains("jvm_threads_live_threads")
        .contains("jvm_gc_")
        .contains("process_cpu_usage");
  }

  @Test
  void healthyNodeThatIsNotReadySaysWhyNot() throws Exception {
    health.obstacles = List.of("shard main has no leader", "shard side is 17 entries behind");

    assertThat(send("GET", "/healthz").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(503);
    assertThat(send("GET", "/readyz").body())
        .isEqualTo("shard main has no leader\nshard side is 17 entries behind\n");
  }

  @Test
  void readyNodeIsReady() throws Exception {
    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/readyz").body()).isEqualTo("ready\n");
    assertThat(send("GET", "/healthz").body()).isEqualTo("ok\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/readyz"})
  void brokenNodeIsNeitherHealthyNorReady(String path) throws Exception {
    health.failure = Optional.of("the disk is full");

    HttpResponse<String> page = send("GET", path);

    assertThat(page.statusCode()).isEqualTo(503);
    assertThat(page.body()).isEqualTo("the disk is full\n");
  }

  @Test
  void indexNamesThePages() throws Exception {
    assertThat(send("GET", "/").body()).contains("/metrics", "/healthz", "/readyz");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metricsx", "/healthz/", "/../healthz", "/favicon.ico"})
  void unknownPagesAreNotFound(String path) throws Exception {
    assertThat(send("GET", path).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "HEAD"})
  void pagesCanOnlyBeRead(String method) throws Exception {
    HttpResponse<String> page = send(method, "/metrics");

    assertThat(page.statusCode()).isEqualTo(405);
    assertThat(page.headers().firstValue("Allow")).contains("GET");
  }

  @Test
  void brokenHealthSourceIsAnErrorAndNotTheEnd() throws Exception {
    health.broken = true;
    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(500);

    health.broken = false;
    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void connectionsThatSendHalfARequestDoNotBlockOthers() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        Socket socket = new Socket(endpoint.address().getAddress(), endpoint.address().getPort());
        slow.add(socket);
        socket.getOutputStream().write("GET /healthz HT".getBytes(US_ASCII));
      }

      // More than there are threads. The first ones are cut off after their time, the others were
      // turned away.
      assertThat(slow.get(0).getInputStream().read()).isEqualTo(-1);
      assertThat(statusAfterRetries("/healthz")).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  private int statusAfterRetries(String path) throws InterruptedException {
    while (true) {
      try {
        return send("GET", path).statusCode();
      } catch (IOException e) {
        Thread.onSpinWait();
      }
    }
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + endpoint.address().getPort() + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private static final class FakeHealth implements Health {
    volatile Optional<String> failure = Optional.empty();
    volatile List<String> obstacles = List.of();
    volatile boolean broken;

    @Override
    public Optional<String> failure() {
      return failure;
    }

    @Override
    public List<String> obstacles() {
      if (broken) {
        throw new IllegalStateException("broken on purpose");
      }
      return obstacles;
    }
  }
}
