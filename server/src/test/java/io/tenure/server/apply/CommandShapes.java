package io.tenure.server.apply;

import io.tenure.core.model.Command;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The commands, what they consist of, and what that consists of, as text. */
final class CommandShapes {
  private CommandShapes() {}

  /** Every record that is a command. */
  static Stream<Class<?>> commands() {
    return recordsOf(Command.class);
  }

  private static Stream<Class<?>> recordsOf(Class<?> type) {
    return type.isRecord()
        ? Stream.of(type)
        : Arrays.stream(type.getPermittedSubclasses()).flatMap(CommandShapes::recordsOf);
  }

  /** A line for each of them and for each type of the core that they lead to, by name. */
  static String describe() {
    Deque<Class<?>> open = new ArrayDeque<>(commands().toList());
    TreeSet<Class<?>> all = new TreeSet<>(Comparator.comparing(Class::getSimpleName));
    while (!open.isEmpty()) {
      Class<?> type = open.remove();
      if (all.add(type) && type.isRecord()) {
        Arrays.stream(type.getRecordComponents())
            .flatMap(component -> typesIn(component.getGenericType()))
            .filter(each -> each.getPackage() == Command.class.getPackage())
            .forEach(open::add);
      }
    }
    return all.stream().map(type -> line(type) + "\n").collect(Collectors.joining());
  }

  private static Stream<Class<?>> typesIn(Type type) {
    if (type instanceof ParameterizedType generic) {
      return Arrays.stream(generic.getActualTypeArguments()).flatMap(CommandShapes::typesIn);
    }
    return Stream.of((Class<?>) type);
  }

  private static String line(Class<?> type) {
    if (type.isRecord()) {
      return type.getSimpleName()
          + Arrays.stream(type.getRecordComponents())
              .map(each -> each.getName() + ": " + name(each.getGenericType()))
              .collect(Collectors.joining(", ", "(", ")"));
    }
    return type.isEnum()
        ? type.getSimpleName() + " " + Arrays.toString(type.getEnumConstants())
        : type.getSimpleName();
  }

  private static String name(Type type) {
    if (type instanceof ParameterizedType generic) {
      return name(generic.getRawType())
          + Arrays.stream(generic.getActualTypeArguments())
              .map(CommandShapes::name)
              .collect(Collectors.joining(", ", "<", ">"));
    }
    return ((Class<?>) type).getSimpleName();
  }
}
