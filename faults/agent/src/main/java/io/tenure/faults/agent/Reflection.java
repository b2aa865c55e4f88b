package io.tenure.faults.agent;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Reads and writes what is private in the classes of the product. */
final class Reflection {
  private Reflection() {}

  static Object get(Object object, String field) {
    try {
      return field(object, field).get(object);
    } catch (IllegalAccessException e) {
      throw broken(e);
    }
  }

  static long number(Object object, String field) {
    return ((Number) get(object, field)).longValue();
  }

  static void set(Object object, String field, long value) {
    try {
      field(object, field).setLong(object, value);
    } catch (IllegalAccessException e) {
      throw broken(e);
    }
  }

  /** What a method without parameters returns. */
  static Object call(Object object, String method) {
    try {
      Method found = object.getClass().getMethod(method);
      found.setAccessible(true);
      return found.invoke(object);
    } catch (ReflectiveOperationException e) {
      throw broken(e);
    }
  }

  /** Calls a method with one parameter. */
  static void call(Object object, String method, long argument) {
    try {
      Method found = object.getClass().getDeclaredMethod(method, long.class);
      found.setAccessible(true);
      found.invoke(object, argument);
    } catch (ReflectiveOperationException e) {
      throw broken(e);
    }
  }

  private static Field field(Object object, String name) {
    try {
      Field field = object.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw broken(e);
    }
  }

  private static IllegalStateException broken(ReflectiveOperationException e) {
    Effects.tell("the product is not as the agent expects it: " + e);
    Runtime.getRuntime().halt(Agent.BROKEN);
    return new IllegalStateException(e);
  }
}
