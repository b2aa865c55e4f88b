package io.tenure.simulation;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tenure.simulation.world.Dice;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.BaseStream;
import org.junit.jupiter.api.Test;

/**
 * A seed repeats a world only if everything that happens comes from it. These rules keep out real
 * clocks, other sources of chance, threads, and output that nobody asked for.
 */
final class ArchitectureTest {
  private static final JavaClasses SIMULATION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.simulation");

  private static final DescribedPredicate<JavaClass> ALLOWED_PACKAGES =
      resideInAnyPackage(
          "io.tenure.core..",
          "io.tenure.simulation..",
          "java.lang..",
          "java.util..",
          "org.jspecify..");

  private static final DescribedPredicate<JavaClass> FORBIDDEN_PACKAGES =
      resideInAnyPackage(
          "java.lang.management..",
          "java.lang.ref..",
          "java.lang.reflect..",
          "java.util.concurrent..",
          "java.util.logging..",
          "java.util.prefs..",
          "java.util.random..");

  /** Bytes in memory, and the writer that the caller passes in. */
  private static final Set<String> ALLOWED_TYPES =
      Set.of(
          "java.io.ByteArrayInputStream",
          "java.io.ByteArrayOutputStream",
          "java.io.IOException",
          "java.io.InputStream",
          "java.io.OutputStream",
          "java.io.PrintWriter",
          "java.io.UncheckedIOException",
          "java.nio.ByteBuffer");

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
          "java.util.Random",
          "java.util.Scanner",
          "java.util.Timer",
          "java.util.TimerTask",
          "java.util.WeakHashMap");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(SIMULATION).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnTheCoreAndPlainJavaOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            describe(
                "are the core's, the simulation's, or plain Java without I/O, clock or thread",
                c -> isAllowed(c.getBaseComponentType())))
        .check(SIMULATION);
  }

  @Test
  void readsNoRealClockAndWritesToNoConsole() {
    noClasses()
        .should()
        .accessTargetWhere(
            describe(
                "a member of System other than arraycopy",
                access -> isOn(System.class, access) && !access.getName().equals("arraycopy")))
        .check(SIMULATION);
  }

  @Test
  void allChanceComesFromTheDice() {
    noClasses()
        .should()
        .accessTargetWhere(member(Math.class, "random"))
        .orShould()
        .accessTargetWhere(member(StrictMath.class, "random"))
        .orShould()
        .accessTargetWhere(member(UUID.class, "randomUUID"))
        .orShould()
        .accessTargetWhere(member(Collections.class, "shuffle"))
        .check(SIMULATION);
    noClasses()
        .that()
        .doNotBelongToAnyOf(Dice.class)
        .should()
        .dependOnClassesThat()
        .areAssignableTo(SplittableRandom.class)
        .check(SIMULATION);
  }

  @Test
  void startsNoThreads() {
    noClasses()
        .should()
        .accessTargetWhere(member(Collection.class, "parallelStream"))
        .orShould()
        .accessTargetWhere(member(BaseStream.class, "parallel"))
        .check(SIMULATION);
  }

  @Test
  void packagesDoNotDependOnEachOtherInCircles() {
    slices().matching("io.tenure.simulation.(*)..").should().beFreeOfCycles().check(SIMULATION);
  }

  private static boolean isAllowed(JavaClass c) {
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
