package io.tenure.server.ops;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Metrics and health over HTTP, for operators and their tools.
 *
 * <p>A request that arrives slowly occupies a thread until it is complete, so there are enough of
 * these and requests must be quick; when all are taken, further connections are closed at once.
 * None of the threads is shared with anything that serves clients.
 */
public final class HttpEndpoint implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int MAX_THREADS = 64;
  private static final int BACKLOG = 128;
  private static final String TEXT = "text/plain; charset=utf-8";

  private static final String INDEX =
      """
      Tenure
      /metrics  for Prometheus
      /healthz  200 while this process works
      /readyz   200 while clients are served here
      """;

  static {
    // The JDK's server is bounded by these alone, and reads them when it is first used.
    Map.of(
            "sun.net.httpserver.maxReqTime", "2", // seconds for a request to arrive
            "sun.net.httpserver.maxRspTime", "10", // seconds for an answer to be taken
            "sun.net.httpserver.idleInterval", "30", // seconds between two requests
            "sun.net.httpserver.maxIdleConnections", "100",
            "jdk.httpserver.maxConnections", "1000",
            "sun.net.httpserver.maxReqHeaders", "100",
            "sun.net.httpserver.maxReqHeaderSize", "16384")
        .forEach(HttpEndpoint::setIfAbsent);
  }

  private final Health health;
  private final Metrics metrics;
  private final HttpServer server;
  private final ExecutorService threads;

  private HttpEndpoint(Health health, Metrics metrics, HttpServer server) {
    this.health = health;
    this.metrics = metrics;
    this.server = server;
    AtomicInteger number = new AtomicInteger();
    this.threads =
        new ThreadPoolExecutor(
            0,
            MAX_THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "http-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Serves until it is closed. */
  public static HttpEndpoint start(InetSocketAddress listen, Health health, Metrics metrics)
      throws IOException {
    HttpServer server = HttpServer.create(listen, BACKLOG);
    HttpEndpoint endpoint = new HttpEndpoint(health, metrics, server);
    server.setExecutor(endpoint.threads);
    server.createContext("/", endpoint::handle);
    server.start();
    return endpoint;
  }

  private static void setIfAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  /** With the port that was chosen, if any was allowed. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Page page;
      try {
        page = page(exchange);
      } catch (RuntimeException e) {
        LOG.warn("{} failed", exchange.getRequestURI().getPath(), e);
        page = new Page(500, TEXT, "internal error\n");
      }
      send(exchange, page);
    }
  }

  private Page page(HttpExchange exchange) {
    if (!exchange.getRequestMethod().equals("GET")) {
      exchange.getResponseHeaders().set("Allow", "GET");
      return new Page(405, TEXT, "GET only\n");
    }
    return switch (exchange.getRequestURI().getPath()) {
      case "/" -> new Page(200, TEXT, INDEX);
      case "/metrics" -> new Page(200, Metrics.CONTENT_TYPE, metrics.scrape());
      case "/healthz" ->
          health.failure().map(HttpEndpoint::unavailable).orElse(new Page(200, TEXT, "ok\n"));
      case "/readyz" -> readiness();
      default -> new Page(404, TEXT, "not found\n" + INDEX);
    };
  }

  private Page readiness() {
    String reasons = health.failure().orElseGet(() -> String.join("\n", health.obstacles()));
    return reasons.isEmpty() ? new Page(200, TEXT, "ready\n") : unavailable(reasons);
  }

  private static Page unavailable(String reasons) {
    return new Page(503, TEXT, reasons + "\n");
  }

  private static void send(HttpExchange exchange, Page page) throws IOException {
    byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", page.contentType());
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(page.status(), head ? -1 : body.length);
    if (!head) {
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private record Page(int status, String contentType, String text) {}

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
