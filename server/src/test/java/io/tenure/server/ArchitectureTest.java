package io.tenure.server;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Who may know whom in the server. Data goes one way: {@code api} → {@code shard} → {@code apply} →
 * the log, and outcomes come back to whoever asked; nothing below knows the front end.
 */
final class ArchitectureTest {
  private static final String SERVER = "io.tenure.server";
  private static final String ENGINE = SERVER + ".raft.ratis..";

  /** A package is a room: with more files than this it is two rooms. */
  private static final int MAX_FILES = 20;

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(SERVER, "io.tenure.raft");

  private static String[] server(String... packages) {
    String[] full = new String[packages.length];
    for (int i = 0; i < packages.length; i++) {
      full[i] = SERVER + "." + packages[i];
    }
    return full;
  }

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(CLASSES)
        .anyMatch(type -> type.getSimpleName().equals("Node"))
        .noneMatch(type -> type.getSimpleName().endsWith("Test"));
  }

  @Test
  void nothingDependsOnThePackageThatPutsTheNodeTogether() {
    noClasses()
        .that(not(resideInAPackage(SERVER)))
        .should()
        .dependOnClassesThat(resideInAPackage(SERVER))
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().assignedFrom(new Rooms()).should().beFreeOfCycles().check(CLASSES);
  }

  /** One room for each package; the adapter of the engine, which is to be replaced, is one. */
  private static final class Rooms implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return resideInAPackage(ENGINE).test(type)
          ? SliceIdentifier.of(ENGINE)
          : SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "packages of the server";
    }
  }

  @Test
  void onlyTheAdapterOfTheEngineKnowsRatis() {
    noClasses()
        .that(not(resideInAPackage(ENGINE)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.ratis..")
        .check(CLASSES);
  }

  @Test
  void borderToTheEngineDependsOnTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("io.tenure.raft")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("io.tenure.raft", "java..", "org.jspecify..")
        .check(CLASSES);
  }

  /** Calls do not: {@code api.request}, {@code api.call}, {@code api.read} serve any transport. */
  @Test
  void onlyTheEdgesKnowGrpc() {
    noClasses()
        .that(
            not(
                resideInAnyPackage(
                    server(
                        "api",
                        "api.admin",
                        "api.error",
                        "api.forward",
                        "api.load",
                        "api.plain",
                        "api.stream",
                        "peer",
                        "transport"))))
        .and(not(resideInAPackage(ENGINE)))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.grpc..")
        .check(CLASSES);
  }

  /** {@code protocol.text} is how durations are written, for people and not for the wire. */
  @Test
  void onlyTheFrontEndAndTheCallsBetweenNodesKnowTheWire() {
    noClasses()
        .that(not(resideInAnyPackage(server("api..", "peer"))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.protocol.v1..")
        .check(CLASSES);
  }

  @Test
  void whatMovesBytesDoesNotKnowLocks() {
    noClasses()
        .that(
            resideInAnyPackage(
                server(
                    "api",
                    "api.error",
                    "api.forward",
                    "api.load",
                    "api.stream",
                    "directory",
                    "membership",
                    "ops",
                    "peer",
                    "raft.ratis..",
                    "thread",
                    "transport")))
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.core..")
        .check(CLASSES);
  }

  /** Membership answers the operators' calls, so it implements an interface of the front end. */
  @Test
  void nothingBelowKnowsTheFrontEnd() {
    noClasses()
        .that(not(resideInAnyPackage(server("api..", "membership"))))
        .and(not(resideInAPackage(SERVER)))
        .should()
        .dependOnClassesThat(resideInAPackage(SERVER + ".api.."))
        .check(CLASSES);
  }

  @Test
  void applyingKnowsNothingOfWhatFollowsItsChanges() {
    noClasses()
        .that()
        .resideInAPackage(SERVER + ".apply")
        .should()
        .dependOnClassesThat(resideInAnyPackage(server("peer", "session", "shard", "watch")))
        .check(CLASSES);
  }

  @Test
  void configurationKnowsNoOtherPart() {
    noClasses()
        .that()
        .resideInAPackage(SERVER + ".config")
        .should()
        .dependOnClassesThat(
            resideInAPackage(SERVER + "..").and(not(resideInAPackage(SERVER + ".config"))))
        .check(CLASSES);
  }

  @Test
  void watchesKnowOnlyTheCore() {
    classes()
        .that()
        .resideInAPackage(SERVER + ".watch")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.core..",
            SERVER + ".thread",
            SERVER + ".watch",
            "io.micrometer..",
            "java..",
            "org.jspecify..",
            "org.slf4j..")
        .check(CLASSES);
  }

  @Test
  void packagesHoldAtMostTwentyFiles() {
    Map<String, Long> files =
        CLASSES.stream()
            .filter(JavaClass::isTopLevelClass)
            .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting()));

    assertThat(files).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MAX_FILES));
  }
}
