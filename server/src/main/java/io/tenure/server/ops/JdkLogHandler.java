package io.tenure.server.ops;

import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Passes on what is written to the JDK's own log: gRPC uses that one. */
final class JdkLogHandler extends Handler {
  private final SimpleFormatter formatter = new SimpleFormatter();

  @Override
  public void publish(LogRecord record) {
    String name = record.getLoggerName();
    LoggerFactory.getLogger(name == null ? "jdk" : name)
        .atLevel(level(record.getLevel()))
        .setCause(record.getThrown())
        .log(formatter.formatMessage(record));
  }

  private static Level level(java.util.logging.Level level) {
    int value = level.intValue();
    if (value >= java.util.logging.Level.SEVERE.intValue()) {
      return Level.ERROR;
    }
    if (value >= java.util.logging.Level.WARNING.intValue()) {
      return Level.WARN;
    }
    return value >= java.util.logging.Level.INFO.intValue() ? Level.INFO : Level.DEBUG;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
