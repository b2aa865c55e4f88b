package io.tenure.fencing;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Checking a token needs neither the lock service nor a library. */
final class ArchitectureTest {
  private static final JavaClasses FENCING =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.fencing");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(FENCING).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnTheJdkOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.fencing",
            "java.lang..",
            "java.nio..",
            "java.sql",
            "java.util..",
            "javax.sql",
            "org.jspecify..")
        .check(FENCING);
  }
}
