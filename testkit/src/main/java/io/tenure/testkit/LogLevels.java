package io.tenure.testkit;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Lowers the log levels of the nodes, so that they do not fill the log of the tests: the engine
 * writes a hundred lines when it starts. Levels that the program has set itself stay, and nothing
 * else of its logging changes.
 */
final class LogLevels {
  /** The engine: it logs a killed node as an error, and the server logs its real errors. */
  static final List<String> OFF = List.of("org.apache.ratis");

  /**
   * The server, which warns of slow machines such as those for tests; and its transport, which
   * warns of connections that break.
   */
  static final List<String> ERRORS_ONLY = List.of("io.tenure.server", "io.grpc.netty.shaded");

  /** Strong references: the JDK drops a logger, and its level, that nothing refers to. */
  private static final List<Logger> KEPT =
      Stream.of(OFF, ERRORS_ONLY).flatMap(List::stream).map(Logger::getLogger).toList();

  private LogLevels() {}

  /** May be called again: the program may have reconfigured its logging since. */
  static void suggest() {
    for (Logger logger : KEPT) {
      if (logger.getLevel() == null) {
        logger.setLevel(OFF.contains(logger.getName()) ? Level.OFF : Level.SEVERE);
      }
    }
    try {
      String backend = LoggerFactory.getILoggerFactory().getClass().getName();
      if (backend.startsWith("ch.qos.logback.")) {
        LogbackLevels.suggest();
      } else if (backend.startsWith("org.apache.logging.slf4j.")) {
        Log4jLevels.suggest();
      }
    } catch (LinkageError otherVersion) {
      LoggerFactory.getLogger(LogLevels.class)
          .debug("log levels of the test nodes not set", otherVersion);
    }
  }
}
