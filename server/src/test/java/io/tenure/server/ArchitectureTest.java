package io.tenure.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The borders inside the server: who may know the engine, the network, and the front end. */
final class ArchitectureTest {
  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.server");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(SERVER).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  /** Calls between nodes are served by the engine's gRPC server, on its port. */
  @Test
  void onlyTheDriverKnowsTheEngine() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.tenure.server.raft.ratis..", "io.tenure.server.peer")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.ratis..")
        .check(SERVER);
  }

  @Test
  void onlyTheEdgesKnowTheNetwork() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tenure.server.api..",
            "io.tenure.server.peer",
            "io.tenure.server.raft.ratis..",
            "io.tenure.server.thread")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.grpc..")
        .check(SERVER);
  }

  @Test
  void onlyTheEdgesKnowTheWire() {
    noClasses()
        .that()
        .resideOutsideOfPackages("io.tenure.server.api..", "io.tenure.server.peer")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.protocol..")
        .check(SERVER);
  }

  @Test
  void configurationKnowsNoOtherPart() {
    noClasses()
        .that()
        .resideInAPackage("io.tenure.server.config")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.tenure.server..")
                .and(resideInAnyPackage("io.tenure.server.config").negate()))
        .check(SERVER);
  }

  @Test
  void nothingKnowsTheAssembly() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tenure.server")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.server")
        .check(SERVER);
  }

  @Test
  void whatDecidesKnowsNothingOfTheFrontEnd() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.tenure.server.apply",
            "io.tenure.server.raft..",
            "io.tenure.server.session",
            "io.tenure.server.shard",
            "io.tenure.server.watch")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.server.api..")
        .check(SERVER);
  }

  @Test
  void watchesKnowOnlyTheCore() {
    classes()
        .that()
        .resideInAPackage("io.tenure.server.watch")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.core..",
            "io.tenure.server.thread",
            "io.tenure.server.watch",
            "io.micrometer..",
            "java..",
            "org.jspecify..",
            "org.slf4j..")
        .check(SERVER);
  }
}
