package io.tenure.core.scenario;

import java.lang.reflect.RecordComponent;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The records and enum constants that occur anywhere inside the records it is given. */
final class Shown {
  private final Set<Class<?>> records = new HashSet<>();
  private final Set<Enum<?>> constants = new HashSet<>();

  Set<Class<?>> records() {
    return records;
  }

  Set<Enum<?>> constants() {
    return constants;
  }

  void add(Object object) {
    if (object instanceof Enum<?> constant) {
      constants.add(constant);
    } else if (object instanceof List<?> list) {
      list.forEach(this::add);
    } else if (object instanceof Record) {
      records.add(object.getClass());
      for (RecordComponent component : object.getClass().getRecordComponents()) {
        add(read(component, object));
      }
    }
  }

  private static Object read(RecordComponent component, Object object) {
    try {
      return component.getAccessor().invoke(object);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(component + " of " + object, e);
    }
  }
}
