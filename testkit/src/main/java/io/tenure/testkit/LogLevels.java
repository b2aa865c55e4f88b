package io.tenure.testkit;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Keeps the nodes from filling the log of the program whose tests these are: an engine that starts
 * has a hundred things to say. Only levels that the program has not set itself are set, and nothing
 * else of its logging is touched.
 */
final class LogLevels {
  /** The engine. It takes a node that is killed for an error; what is one, the server tells. */
  static final List<String> OFF = List.of("org.apache.ratis");

  /**
   * The server, which warns of machines that are as slow as those for tests; and its transport,
   * which warns of connections that break.
   */
  static final List<String> ERRORS_ONLY = List.of("io.tenure.server", "io.grpc.netty.shaded");

  /** Kept, because the JDK forgets the level of a logger that nobody refers to. */
  private static final List<Logger> KEPT =
      Stream.of(OFF, ERRORS_ONLY).flatMap(List::stream).map(Logger::getLogger).toList();

  private LogLevels() {}

  /** Any number of times: a program may have configured its log anew since the last one. */
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
      LoggerFactory.getLogger(LogLevels.class).debug("levels not set", otherVersion);
    }
  }
}
