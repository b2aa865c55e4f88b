package io.tenure.testkit;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.List;
import org.slf4j.LoggerFactory;

/** {@link LogLevels} for Logback; loaded only if SLF4J uses it. */
final class LogbackLevels {
  private LogbackLevels() {}

  static void suggest() {
    suggest(LogLevels.OFF, Level.OFF);
    suggest(LogLevels.ERRORS_ONLY, Level.ERROR);
  }

  private static void suggest(List<String> names, Level level) {
    for (String name : names) {
      if (LoggerFactory.getLogger(name) instanceof Logger logger && logger.getLevel() == null) {
        logger.setLevel(level);
      }
    }
  }
}
