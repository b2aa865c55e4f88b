package io.tenure.cli;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Hears the signals that ask a process to end. A shutdown hook would hear the first one only, and
 * the JDK has no other public way; the class behind this is in every JDK, but javac warns whoever
 * names it.
 */
final class Signals {
  private static final List<String> ENDING = List.of("INT", "TERM", "HUP");

  private Signals() {}

  /** Runs this for every such signal, each time on another thread, instead of ending. */
  static void onEnding(Runnable reaction) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Constructor<?> named = signal.getConstructor(String.class);
      Method handle = signal.getMethod("handle", signal, handler);
      for (String name : ENDING) {
        handle.invoke(null, named.newInstance(name), proxy(handler, reaction));
      }
    } catch (ReflectiveOperationException e) {
      Runtime.getRuntime().addShutdownHook(new Thread(reaction, "ending"));
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
            default -> "on ending";
          };
        };
    return Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, calls);
  }
}
