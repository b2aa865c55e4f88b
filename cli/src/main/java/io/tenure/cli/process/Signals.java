package io.tenure.cli.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hears signals. A shutdown hook would hear only that the process ends, not by which signal, and
 * could not keep it from ending; the JDK has no other public way. The class behind this is in every
 * JDK, but javac warns whoever names it. A signal that the process was started to ignore, as by
 * nohup, stays ignored.
 */
public final class Signals implements AutoCloseable {
  private final List<Undo> undoes = new ArrayList<>();

  private interface Undo {
    void run() throws ReflectiveOperationException;
  }

  private Signals() {}

  /**
   * Has this told every signal that asks to end, each time on another thread, instead of ending.
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

  /** Has this run for another signal, too, where the system has it. */
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
      // Kept by the JVM for itself, as with -Xrs.
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
            default -> "on a signal";
          };
        };
    return Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, calls);
  }

  /** Leaves the signals to whoever had them before. */
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
