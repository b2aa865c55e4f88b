package io.tenure.testkit;

import java.util.List;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;

/** {@link LogLevels} for Log4j; loaded only if SLF4J uses it. */
final class Log4jLevels {
  private Log4jLevels() {}

  static void suggest() {
    if (LogManager.getContext(false) instanceof LoggerContext context) {
      suggest(context, LogLevels.OFF, Level.OFF);
      suggest(context, LogLevels.ERRORS_ONLY, Level.ERROR);
    }
  }

  private static void suggest(LoggerContext context, List<String> names, Level level) {
    for (String name : names) {
      if (!context.getConfiguration().getLoggers().containsKey(name)) {
        Configurator.setLevel(name, level);
      }
    }
  }
}
