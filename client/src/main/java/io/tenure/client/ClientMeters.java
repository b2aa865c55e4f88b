package io.tenure.client;

/** What the client counts. Called on the loop. */
interface ClientMeters {
  ClientMeters NONE = new ClientMeters() {};

  /** Those of Micrometer's global registry, if Micrometer is on the class path. */
  static ClientMeters find() {
    try {
      Class.forName("io.micrometer.core.instrument.Metrics");
    } catch (ClassNotFoundException e) {
      return NONE;
    }
    return new MicrometerMeters();
  }

  default void asked() {}

  default void granted(long nanos) {}

  default void notGranted() {}

  default void released() {}

  default void holdLost(Loss loss) {}

  default void sessionOpened() {}

  default void sessionOver(Loss loss) {}

  default void kept(long nanos) {}
}
