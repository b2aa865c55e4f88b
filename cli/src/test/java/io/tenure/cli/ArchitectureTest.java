package io.tenure.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import io.tenure.server.config.Setting;
import io.tenure.server.config.Settings;
import io.tenure.server.config.StartRefusedException;
import org.junit.jupiter.api.Test;

/**
 * The command line may use the client's public packages, the classes that start a server, and the
 * entry points of the simulation. It talks to servers only through the client.
 */
final class ArchitectureTest {
  private static final JavaClasses CLI =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.cli");

  private static final DescribedPredicate<JavaClass> SERVER_ENTRY_POINTS =
      belongToAnyOf(
          Node.class,
          ServerConfig.class,
          Setting.class,
          Settings.class,
          StartRefusedException.class);

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(CLI).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnTheClientTheSimulationAndPicocli() {
    classes()
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "io.tenure.cli..",
                    "io.tenure.client",
                    "io.tenure.client.admin",
                    "io.tenure.client.error",
                    "io.tenure.client.plain",
                    "io.tenure.client.view",
                    "io.tenure.protocol.text",
                    "io.tenure.simulation",
                    "io.tenure.simulation.stage",
                    "io.tenure.simulation.story",
                    "java.io",
                    "java.lang..",
                    "java.math",
                    "java.net",
                    "java.nio..",
                    "java.time..",
                    "java.util..",
                    "org.jspecify..",
                    "picocli..")
                .or(SERVER_ENTRY_POINTS))
        .check(CLI);
  }
}
