package io.tenure.cli.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Handles signals. A shutdown hook does not know which signal ends the process and cannot prevent
 * the end, and the JDK has no other public API. {@code sun.misc.Signal} is in every JDK but javac
 * warns about it, so it is called by reflection. A signal that the process ignores since its start,
 * as under nohup, stays ignored.
 */
public final class Signals implements AutoCloseable {
  private final List<Undo> undoes = new ArrayList<>();

  private interface Undo {
    void run() throws ReflectiveOperationException;
  }

  private Signals() {}

  /**
   * Runs a reaction, on another thread, for every signal that asks to end; the process does not end
   * by itself.
   */
  public static Signals onEnding(Consumer<EndingSignal> reaction) {
    Signals signals = new Signals();
    try {
      for (EndingSignal signal : EndingSignal.values()) {
        signals.handle(signal.name(), () -> reaction.accept(signal));
      }
    } catch (ReflectiveOperationException e) {
      Thread hook = new Thread(() -> reaction.accept(EndingSignal.TERM), "ending");
      Runtime.getRuntime().addShutdownHook(hook);
      signals.undoes.add(() -> Runtime.getRuntime().removeShutdownHook(hook));
    }
    return signals;
  }

  /** Adds a reaction to another signal if the system has that signal. */
  Signals and(String name, Runnable reaction) {
    try {
      handle(name, reaction);
    } catch (ReflectiveOperationException e) {
      return this;
    }
    return this;
  }

  private void handle(String name, Runnable reaction) throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    Object signal = type.getConstructor(String.class).newInstance(name);
    Method handle = type.getMethod("handle", type, handler);
    try {
      Object before = handle.invoke(null, signal, proxy(handler, reaction));
      undoes.add(() -> handle.invoke(null, signal, before));
    } catch (InvocationTargetException e) {
      // The JVM reserves the signal, as with -Xrs.
      throw new ReflectiveOperationException(e);
    }
  }

  private static Object proxy(Class<?> handler, Runnable reaction) {
    InvocationHandler calls =
        (self, method, arguments) -> {
          if (method.getName().equals("handle")) {
            reaction.run();
            return null;
          }
          return switch (method.getName()) {
            case "equals" -> self == arguments[0];
            case "hashCode" -> System.identityHashCode(self);
            default -> "signal handler";
          };
        };
    return Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, calls);
  }

  /** Restores the previous signal handlers. */
  @Override
  public void close() {
    for (Undo undo : undoes) {
      try {
        undo.run();
      } catch (ReflectiveOperationException | IllegalStateException e) {
        return; // The process is about to end.
      }
    }
  }
}
