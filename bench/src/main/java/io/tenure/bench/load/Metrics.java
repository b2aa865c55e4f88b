package io.tenure.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** What a server says about itself to Prometheus. */
final class Metrics {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final double BYTES_PER_MIB = 1 << 20;

  private Metrics() {}

  static double heapMib(URI metrics) {
    HttpRequest request = HttpRequest.newBuilder(metrics).timeout(TIMEOUT).build();
    try {
      HttpClient client = HttpClient.newHttpClient();
      return heapMib(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new LoadException(metrics + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException(metrics + ": interrupted", e);
    }
  }

  /** The sum over the pools of the heap. */
  static double heapMib(String page) {
    double bytes = 0;
    for (String line : page.split("\n")) {
      if (line.startsWith("jvm_memory_used_bytes{") && line.contains("area=\"heap\"")) {
        bytes += Double.parseDouble(line.substring(line.indexOf('}') + 1).trim().split(" ")[0]);
      }
    }
    return bytes / BYTES_PER_MIB;
  }
}
