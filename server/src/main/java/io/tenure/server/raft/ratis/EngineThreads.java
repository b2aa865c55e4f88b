package io.tenure.server.raft.ratis;

import java.util.function.Consumer;

/**
 * The threads of one engine that nobody replaces: those that apply the log, process a leader's
 * events, run elections, and send entries. The engine does not look after them: if, say, the one
 * that processes a leader's events ends, the node still leads and never commits anything again. So
 * whatever ends one of them ends the node.
 */
final class EngineThreads extends ThreadGroup {
  private final Consumer<Throwable> fatal;

  EngineThreads(String node, Consumer<Throwable> fatal) {
    super("tenure-engine-" + node);
    this.fatal = fatal;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable thrown) {
    fatal.accept(thrown);
  }
}
