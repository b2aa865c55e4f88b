package io.tenure.server.ops;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.read.ListAppender;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

final class LoggingTest {
  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void lineHasTimeLevelShortNameMessageAndPairs() throws JoranException {
    configure(null);
    LoggingEvent event = event("formed with {}", "n2, n3");
    event.addKeyValuePair(new KeyValuePair("shard", "main"));

    assertThat(line(event))
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  Formation:"
                + " formed with n2, n3 shard=\"main\"\n");
  }

  @Test
  void lineBreaksInAMessageDoNotMakeLines() throws JoranException {
    configure(null);

    String line = line(event("client {} left", "evil\r\n2026-01-01T00:00:00.000Z INFO  x: y"));

    assertThat(line).containsOnlyOnce("\n").endsWith("y left\n").contains("client evil 2026-01-01");
  }

  @Test
  void engineIsQuieterThanTenure() throws JoranException {
    configure(null);

    assertThat(level("io.tenure.server")).isEqualTo(Level.INFO);
    assertThat(level("org.apache.ratis.server.impl.RaftServerImpl")).isEqualTo(Level.ERROR);
    assertThat(level("io.grpc.netty.shaded.io.netty")).isEqualTo(Level.WARN);
  }

  @Test
  void levelIsThatOfTheProperty() throws JoranException {
    configure("DEBUG");

    assertThat(level("io.tenure.server")).isEqualTo(Level.DEBUG);
    assertThat(level("org.apache.ratis.server")).isEqualTo(Level.ERROR);
  }

  @Test
  void jdksLogIsPassedOn() {
    ListAppender<ILoggingEvent> seen = new ListAppender<>();
    seen.start();
    Logger logger = (Logger) LoggerFactory.getLogger("test.jdk");
    logger.setAdditive(false);
    logger.addAppender(seen);
    LogRecord record = new LogRecord(java.util.logging.Level.WARNING, "lost {0}");
    record.setLoggerName("test.jdk");
    record.setParameters(new Object[] {"a {} peer"});

    new JdkLogHandler().publish(record);

    assertThat(seen.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.WARN);
              assertThat(event.getFormattedMessage()).isEqualTo("lost a {} peer");
            });
  }

  private void configure(@Nullable String level) throws JoranException {
    if (level != null) {
      context.putProperty("tenure.log.level", level);
    }
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Logging.class.getResource("/" + Logging.CONFIGURATION));
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .noneMatch(status -> status.getLevel() > 0);
  }

  private Level level(String logger) {
    return context.getLogger(logger).getEffectiveLevel();
  }

  private LoggingEvent event(String message, Object... arguments) {
    Logger logger = context.getLogger("io.tenure.server.membership.Formation");
    return new LoggingEvent("", logger, Level.INFO, message, null, arguments);
  }

  private String line(LoggingEvent event) {
    ConsoleAppender<ILoggingEvent> appender =
        (ConsoleAppender<ILoggingEvent>)
            context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("stderr");
    assertThat(appender.getTarget()).isEqualTo("System.err");
    return new String(appender.getEncoder().encode(event), UTF_8);
  }
}
