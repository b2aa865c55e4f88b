package io.tenure.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Replicas agree only if the core is a function of its log. These rules keep out everything that
 * could give two replicas different answers.
 */
final class ArchitectureTest {
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.core");

  private static final DescribedPredicate<JavaClass> ALLOWED_PACKAGES =
      resideInAnyPackage(
          "io.tenure.core..", "java.lang..", "java.nio.charset..", "java.util..", "org.jspecify..");

  private static final DescribedPredicate<JavaClass> FORBIDDEN_PACKAGES =
      resideInAnyPackage(
          "java.lang.management..",
          "java.lang.ref..",
          "java.lang.reflect..",
          "java.util.concurrent..",
          "java.util.jar..",
          "java.util.logging..",
          "java.util.prefs..",
          "java.util.random..");

  private static final Set<String> FORBIDDEN_TYPES =
      Set.of(
          "java.lang.Process",
          "java.lang.ProcessBuilder",
          "java.lang.Runtime",
          "java.lang.Thread",
          "java.lang.ThreadGroup",
          "java.lang.ThreadLocal",
          "java.util.Calendar",
          "java.util.Date",
          "java.util.GregorianCalendar",
          "java.util.Random",
          "java.util.Scanner",
          "java.util.ServiceLoader",
          "java.util.SplittableRandom",
          "java.util.TimeZone",
          "java.util.Timer",
          "java.util.TimerTask",
          "java.util.WeakHashMap");

  /** Bytes in memory, or behind a stream that the caller opened. */
  private static final Set<String> ALLOWED_TYPES =
      Set.of(
          "java.io.BufferedInputStream",
          "java.io.BufferedOutputStream",
          "java.io.ByteArrayInputStream",
          "java.io.ByteArrayOutputStream",
          "java.io.DataInput",
          "java.io.DataInputStream",
          "java.io.DataOutput",
          "java.io.DataOutputStream",
          "java.io.EOFException",
          "java.io.FilterInputStream",
          "java.io.FilterOutputStream",
          "java.io.IOException",
          "java.io.InputStream",
          "java.io.OutputStream",
          "java.io.UncheckedIOException",
          "java.nio.BufferOverflowException",
          "java.nio.BufferUnderflowException",
          "java.nio.ByteBuffer",
          "java.nio.ByteOrder");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(CORE).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnlyOnPureClasses() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are pure: no I/O, clock, thread, logger or random number",
                c -> isPure(c.getBaseComponentType())))
        .check(CORE);
  }

  @Test
  void readsNoClockOrEnvironment() {
    noClasses()
        .should()
        .accessTargetWhere(
            describe(
                "a member of System other than arraycopy",
                access -> isOn(System.class, access) && !access.getName().equals("arraycopy")))
        .check(CORE);
  }

  @Test
  void drawsNoRandomNumbers() {
    noClasses()
        .should()
        .accessTargetWhere(member(Math.class, "random"))
        .orShould()
        .accessTargetWhere(member(StrictMath.class, "random"))
        .orShould()
        .accessTargetWhere(member(UUID.class, "randomUUID"))
        .orShould()
        .accessTargetWhere(member(Collections.class, "shuffle"))
        .check(CORE);
  }

  @Test
  void startsNoThreads() {
    noClasses()
        .should()
        .accessTargetWhere(member(Collection.class, "parallelStream"))
        .orShould()
        .accessTargetWhere(member(BaseStream.class, "parallel"))
        .orShould()
        .accessTargetWhere(member(Arrays.class, "parallelPrefix", "parallelSetAll", "parallelSort"))
        .check(CORE);
  }

  /** The JDK shuffles the iteration order of these once per process. */
  @Test
  void makesNoCollectionsWithRandomOrder() {
    noClasses()
        .should()
        .accessTargetWhere(member(Set.class, "of", "copyOf"))
        .orShould()
        .accessTargetWhere(member(Map.class, "of", "ofEntries", "copyOf"))
        .orShould()
        .accessTargetWhere(member(Collectors.class, "toUnmodifiableSet", "toUnmodifiableMap"))
        .check(CORE);
  }

  private static boolean isPure(JavaClass c) {
    if (c.isPrimitive() || ALLOWED_TYPES.contains(c.getName())) {
      return true;
    }
    return ALLOWED_PACKAGES.test(c)
        && !FORBIDDEN_PACKAGES.test(c)
        && !FORBIDDEN_TYPES.contains(c.getName());
  }

  private static DescribedPredicate<JavaAccess<?>> member(Class<?> owner, String... names) {
    return describe(
        owner.getSimpleName() + "." + String.join("/", names),
        access -> isOn(owner, access) && List.of(names).contains(access.getName()));
  }

  private static boolean isOn(Class<?> owner, JavaAccess<?> access) {
    return access.getTargetOwner().isAssignableTo(owner);
  }
}
