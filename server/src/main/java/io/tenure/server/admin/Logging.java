package io.tenure.server.admin;

import java.util.logging.LogManager;
import org.slf4j.event.Level;

/** One log in one format: what Tenure, the Raft engine and gRPC write, to standard error. */
public final class Logging {
  /** Read by logback.xml. */
  private static final String LEVEL_PROPERTY = "tenure.log.level";

  private Logging() {}

  /** To be called first of all: once there is a logger, the level is settled. */
  public static void start(Level level) {
    System.setProperty(LEVEL_PROPERTY, level.name());
    LogManager.getLogManager().reset();
    java.util.logging.Logger.getLogger("").addHandler(new JdkLogHandler());
  }
}
