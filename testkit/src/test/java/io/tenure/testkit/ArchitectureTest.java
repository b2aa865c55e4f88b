package io.tenure.testkit;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.StartRefusedException;
import org.junit.jupiter.api.Test;

/**
 * The testkit must work without JUnit and with any logging backend, and does not expose the server.
 */
final class ArchitectureTest {
  private static final JavaClasses KIT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.testkit");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(KIT).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("ExtensionTest"));
  }

  @Test
  void knowsTheWayIntoTheServerAndNothingBehindIt() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("io.tenure.server..")
                .and(
                    belongToAnyOf(Node.class, ServerConfig.class, StartRefusedException.class)
                        .negate()))
        .check(KIT);
  }

  @Test
  void publicClassesDoNotShowTheServer() {
    classes()
        .that()
        .arePublic()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "io.tenure.client",
                "io.tenure.testkit",
                "java..",
                "org.assertj..",
                "org.jspecify..",
                "org.junit.."))
        .check(KIT);
  }

  @Test
  void onlyTheClassesForThemKnowWhatWritesTheLog() {
    noClasses()
        .that()
        .doNotHaveSimpleName("LogbackLevels")
        .and()
        .doNotHaveSimpleName("Log4jLevels")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("ch.qos.logback..", "org.apache.logging..")
        .check(KIT);
  }

  @Test
  void serversNeedNoTestFramework() {
    noClasses()
        .that()
        .doNotHaveSimpleName("TenureExtension")
        .and()
        .haveNameNotMatching(".*\\.LockContract.*")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..", "org.assertj..")
        .check(KIT);
  }
}
