package io.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.logging.Handler;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Logback is configured here as in a program that does not know of the server's loggers. */
final class LogLevelsTest {
  private final Logger engine = (Logger) LoggerFactory.getLogger("org.apache.ratis");
  private final Logger server = (Logger) LoggerFactory.getLogger("io.tenure.server");

  @AfterEach
  void forget() {
    engine.setLevel(null);
    server.setLevel(null);
  }

  @Test
  void serverWritesNothingButErrorsAndTheEngineNothing() {
    TestServer.start().close();

    assertThat(server.getLevel()).isEqualTo(Level.ERROR);
    assertThat(engine.getLevel()).isEqualTo(Level.OFF);
    assertThat(java.util.logging.Logger.getLogger("org.apache.ratis.thirdparty.io.grpc"))
        .matches(logger -> !logger.isLoggable(java.util.logging.Level.SEVERE));
  }

  @Test
  void levelOfTheProgramCounts() {
    engine.setLevel(Level.WARN);

    TestServer.start().close();

    assertThat(engine.getLevel()).isEqualTo(Level.WARN);
    assertThat(server.getLevel()).isEqualTo(Level.ERROR);
  }

  @Test
  void log4jIsKeptQuietToo() {
    Configurator.setLevel("io.tenure.server", org.apache.logging.log4j.Level.WARN);

    Log4jLevels.suggest();

    assertThat(LogManager.getLogger("org.apache.ratis.server").isFatalEnabled()).isFalse();
    assertThat(LogManager.getLogger("io.grpc.netty.shaded").isWarnEnabled()).isFalse();
    assertThat(LogManager.getLogger("io.tenure.server.Node").isWarnEnabled()).isTrue();
  }

  @Test
  void nothingElseOfTheProgramIsTouched() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    Level root = context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel();
    Level client = context.getLogger("io.tenure.client").getLevel();
    Handler[] handlers = java.util.logging.Logger.getLogger("").getHandlers();

    TestServer.start().close();

    assertThat(context.getLogger(Logger.ROOT_LOGGER_NAME).getLevel()).isEqualTo(root);
    assertThat(context.getLogger("io.tenure.client").getLevel()).isEqualTo(client);
    assertThat(java.util.logging.Logger.getLogger("").getHandlers()).isEqualTo(handlers);
    assertThat(System.getProperty("tenure.log.level")).isNull();
  }
}
