package io.tenure.faults.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The agent: {@code -javaagent:tenure-faults-agent.jar=VARIANT[,VARIANT…]}. The variants are those
 * of {@link Variant}; {@code control=PATH} names a file that says what the disk is to do.
 */
public final class Agent {
  /** How a process ends that cannot be broken as it should be. */
  static final int BROKEN = 70;

  private static final String CONTROL = "control=";

  private Agent() {}

  /** Called by the JVM before the program starts, which it does not if anything is wrong here. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    try {
      install(arguments, instrumentation);
    } catch (IllegalArgumentException | IllegalStateException e) {
      Effects.tell(String.valueOf(e.getMessage()));
      Runtime.getRuntime().halt(BROKEN);
    }
  }

  private static void install(@Nullable String arguments, Instrumentation instrumentation) {
    Orders orders = Orders.parse(arguments == null ? "" : arguments);
    PatchedClasses classes = PatchedClasses.of(orders.variants());
    classes.requireNoneLoaded(instrumentation.getAllLoadedClasses());
    Effects.tellAtExit();
    for (Variant variant : orders.variants()) {
      variant.begin();
      Effects.tell(variant.argument() + " is in place");
    }
    if (orders.control() != null) {
      ControlFile.follow(orders.control());
    }
    instrumentation.addTransformer(classes);
  }

  /**
   * What was asked for.
   *
   * @param control the file's path, if there is one
   */
  record Orders(List<Variant> variants, @Nullable String control) {
    static Orders parse(String arguments) {
      List<Variant> variants = new ArrayList<>();
      String control = null;
      for (String argument : arguments.split(",", -1)) {
        if (argument.startsWith(CONTROL) && argument.length() > CONTROL.length()) {
          control = argument.substring(CONTROL.length());
          variants.add(Variant.CONTROLLED_DISK);
        } else {
          variants.add(Variant.named(argument));
        }
      }
      return new Orders(List.copyOf(variants), control);
    }
  }
}
