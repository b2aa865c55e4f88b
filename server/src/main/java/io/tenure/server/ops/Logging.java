package io.tenure.server.ops;

import java.util.logging.LogManager;
import java.util.stream.Stream;
import org.slf4j.event.Level;

/** One log in one format: what Tenure, the Raft engine and gRPC write, to standard error. */
public final class Logging {
  /**
   * Not one of Logback's own names: it is for servers that are processes, not for every program
   * that has this on its class path.
   */
  static final String CONFIGURATION = "tenure-logback.xml";

  /** Read by the configuration. */
  private static final String LEVEL_PROPERTY = "tenure.log.level";

  /** Read by Logback. */
  private static final String CONFIGURATION_PROPERTY = "logback.configurationFile";

  private Logging() {}

  /** To be called first of all: once there is a logger, everything is settled. */
  public static void start(Level level) {
    System.setProperty(LEVEL_PROPERTY, level.name());
    if (!isConfigured()) {
      System.setProperty(CONFIGURATION_PROPERTY, CONFIGURATION);
    }
    LogManager.getLogManager().reset();
    java.util.logging.Logger.getLogger("").addHandler(new JdkLogHandler());
  }

  /** Whether somebody, such as a test, has brought a configuration along. */
  private static boolean isConfigured() {
    return System.getProperty(CONFIGURATION_PROPERTY) != null
        || Stream.of("/logback-test.xml", "/logback.xml")
            .anyMatch(name -> Logging.class.getResource(name) != null);
  }
}
