package io.tenure.faults.agent;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * A change to a class.
 *
 * @param type its name; or, if it ends in a dot, that of a package, all of which is changed
 * @param methods which of its methods are changed: exactly one, unless they are all
 * @param visitor what makes the change
 */
record Patch(
    String type, ElementMatcher<? super MethodDescription> methods, AsmVisitorWrapper visitor) {

  /** Has an advice run in a method, of which there is one with so many parameters. */
  static Patch advice(String type, String method, int parameters, Class<?> advice) {
    ElementMatcher.Junction<MethodDescription> methods =
        ElementMatchers.<MethodDescription>named(method)
            .and(ElementMatchers.takesArguments(parameters));
    return new Patch(type, methods, Advice.to(advice).on(methods));
  }

  /** All methods that need it. */
  static Patch everywhere(String type, AsmVisitorWrapper visitor) {
    return new Patch(type, ElementMatchers.any(), visitor);
  }

  boolean isOfPackage() {
    return type.endsWith(".");
  }

  /** Whether the class is as this expects. */
  void require(TypeDescription described) {
    int found = described.getDeclaredMethods().filter(methods).size();
    if (!methods.equals(ElementMatchers.any()) && found != 1) {
      throw new IllegalStateException(
          "%s: %d methods that are %s (expected: one)".formatted(type, found, methods));
    }
  }
}
