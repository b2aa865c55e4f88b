package io.tenure.server.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A cluster for all tests of a class, which use keys of their own; and each test's clients. */
final class SharedCluster implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
  private final int size;
  private final Map<String, String> settings = new HashMap<>();
  private final List<TestClient> clients = new ArrayList<>();
  private @Nullable Path folder;
  private @Nullable TestCluster cluster;

  private SharedCluster(int size) {
    this.size = size;
  }

  static SharedCluster ofOne() {
    return new SharedCluster(1);
  }

  /** Three nodes whose leaders stay so, also on a machine that stalls. */
  static SharedCluster steady() {
    SharedCluster three = new SharedCluster(3);
    three.settings.putAll(TestCluster.STEADY);
    return three;
  }

  SharedCluster with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  TestCluster cluster() {
    return Objects.requireNonNull(cluster);
  }

  /** The only one, or any. */
  TestNode node() {
    return cluster().node();
  }

  /** A client of this test. */
  TestClient client() {
    return keep(TestClient.of(node()));
  }

  /** Ends the client after the test. */
  TestClient keep(TestClient client) {
    clients.add(client);
    return client;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Path fresh = Files.createTempDirectory("tenure-test");
    folder = fresh;
    cluster = TestCluster.start(fresh, size, settings);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    clients.forEach(TestClient::close);
    clients.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (cluster != null) {
      cluster.close();
    }
    if (folder != null) {
      delete(folder);
    }
  }

  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(SharedCluster::deleteOne);
    }
  }

  private static void deleteOne(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
