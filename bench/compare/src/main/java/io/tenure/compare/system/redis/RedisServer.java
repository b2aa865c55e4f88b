package io.tenure.compare.system.redis;

import io.tenure.compare.system.server.Server;
import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts redis-server. */
final class RedisServer {
  private static final String PROGRAM = "redis-server";

  private RedisServer() {}

  static Optional<String> missing() {
    return Programs.find(PROGRAM).isPresent()
        ? Optional.empty()
        : Optional.of("apt-get install redis-server");
  }

  static Server of(String name, Path directory, int port, List<String> options) throws IOException {
    Path data = Files.createDirectories(directory.resolve("data"));
    List<String> words = new ArrayList<>(List.of(Programs.require(PROGRAM)));
    words.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    words.addAll(List.of("--dir", data.toString()));
    words.addAll(options);
    return new Server(name, directory, Server.Command.of(words));
  }

  static String version() throws IOException, InterruptedException {
    return Programs.run(Programs.require(PROGRAM), "--version");
  }
}
