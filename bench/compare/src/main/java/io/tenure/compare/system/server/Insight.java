package io.tenure.compare.system.server;

import java.io.IOException;
import java.util.OptionalInt;

/** What only a system itself can tell about its servers. */
public interface Insight extends AutoCloseable {
  /** Whether all of its servers take part. They all run, but perhaps do not answer yet. */
  boolean isWhole() throws IOException, InterruptedException;

  /** Which of its servers leads, counted from 0; empty if none does at present. */
  OptionalInt leader() throws IOException, InterruptedException;

  /** Tells the system to take back a server that was started again, if it has to be told. */
  default void takeBack() throws IOException, InterruptedException {}

  @Override
  default void close() {}

  /** Of a system with one server, which is whole when locks can be had from it. */
  static Insight ofSingle() {
    return new Insight() {
      @Override
      public boolean isWhole() {
        return true;
      }

      @Override
      public OptionalInt leader() {
        return OptionalInt.of(0);
      }
    };
  }
}
