package io.tenure.compare;

import com.google.gson.Gson;
import io.tenure.compare.driver.Driver;
import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.system.LockSystem;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A driver in the JVM of the test. Requests and replies are converted to JSON and back. */
final class InProcessDriver implements LoadDriver {
  private final Gson gson = new Gson();
  private final Driver driver;

  InProcessDriver(LockSystem system, List<String> endpoints, Path log) {
    driver = new Driver(system, endpoints, Duration.ofSeconds(2));
  }

  @Override
  public Reply ask(Request request, Duration limit) {
    Request received = gson.fromJson(gson.toJson(request), Request.class);
    return gson.fromJson(gson.toJson(driver.carryOut(received)), Reply.class);
  }

  @Override
  public void close() {}
}
