package io.tenure.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The client knows the protocol and nothing of the server, and keeps gRPC to itself. */
final class ArchitectureTest {
  private static final JavaClasses CLIENT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.tenure.client");

  @Test
  void rulesSeeTheProductionClassesOnly() {
    assertThat(CLIENT).isNotEmpty().noneMatch(c -> c.getSimpleName().endsWith("Test"));
  }

  @Test
  void dependsOnTheProtocolOnly() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "com.google.protobuf..",
            "com.google.rpc..",
            "io.grpc..",
            "io.tenure.client..",
            "io.tenure.protocol..",
            "io.micrometer..",
            "java..",
            "org.jspecify..",
            "org.slf4j..")
        .check(CLIENT);
  }

  @Test
  void publicSignaturesMentionTheClientAndTheJdkOnly() {
    List<String> foreign =
        CLIENT.stream()
            .filter(type -> type.getPackageName().equals("io.tenure.client"))
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(
                member ->
                    mentioned(member)
                        .filter(type -> !type.getPackageName().equals("io.tenure.client"))
                        .filter(type -> !type.getName().startsWith("java."))
                        .filter(type -> !type.isPrimitive())
                        .map(type -> member.getFullName() + ": " + type.getName()))
            .toList();

    assertThat(foreign).isEmpty();
  }

  @Test
  void connectionKnowsNothingOfLocks() {
    noClasses()
        .that()
        .resideInAPackage("io.tenure.client.connection")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.tenure.client")
        .check(CLIENT);
  }

  @Test
  void onlyTheClassForItKnowsMicrometer() {
    noClasses()
        .that()
        .doNotHaveSimpleName("MicrometerMeters")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.micrometer..")
        .check(CLIENT);
  }

  private static Stream<JavaClass> mentioned(JavaCodeUnit member) {
    return Stream.concat(
            member.getReturnType().getAllInvolvedRawTypes().stream(),
            member.getParameterTypes().stream()
                .flatMap(type -> type.getAllInvolvedRawTypes().stream()))
        .map(JavaClass::getBaseComponentType);
  }
}
