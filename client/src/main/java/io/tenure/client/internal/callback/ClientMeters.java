package io.tenure.client.internal.callback;

import io.tenure.client.Loss;
import org.slf4j.LoggerFactory;

/** The metrics of a client. Called on the loop. */
public interface ClientMeters {
  ClientMeters NONE = new ClientMeters() {};

  /** Uses Micrometer's global registry if Micrometer is on the class path and works. */
  static ClientMeters find() {
    try {
      Class.forName("io.micrometer.core.instrument.Metrics");
      return new MicrometerMeters();
    } catch (ClassNotFoundException e) {
      return NONE;
    } catch (RuntimeException | LinkageError broken) {
      LoggerFactory.getLogger(ClientMeters.class)
          .warn("the client reports no metrics: Micrometer failed to start", broken);
      return NONE;
    }
  }

  default void asked() {}

  default void granted(long nanos) {}

  default void notGranted() {}

  default void released() {}

  default void holdLost(Loss loss) {}

  default void sessionOpened() {}

  default void sessionOver(Loss loss) {}

  default void keptAlive(long nanos) {}
}
