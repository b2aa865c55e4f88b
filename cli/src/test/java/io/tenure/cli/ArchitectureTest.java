package io.tenure.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The command is a thin edge: it knows the ways into the simulation, and not what is behind. */
final class ArchitectureTest {
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.cli");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(CLI).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnTheWaysIntoTheSimulationAndPicocliOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.cli",
            "io.tenure.simulation",
            "io.tenure.simulation.story",
            "java.io",
            "java.lang..",
            "java.util..",
            "org.jspecify..",
            "picocli..")
        .check(CLI);
  }
}
