package io.tenure.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
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

  /** Internal types are public for each other's packages only. */
  @Test
  void publicSignaturesMentionTheApiAndTheJdkOnly() {
    List<String> foreign =
        CLIENT.stream()
            .filter(ArchitectureTest::isApi)
            .flatMap(type -> type.getCodeUnits().stream())
            .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC))
            .flatMap(
                member ->
                    mentioned(member)
                        .filter(type -> !isApi(type))
                        .filter(type -> !type.getName().startsWith("java."))
                        .filter(type -> !type.isPrimitive())
                        .map(type -> member.getFullName() + ": " + type.getName()))
            .toList();

    assertThat(foreign).isEmpty();
  }

  private static boolean isApi(JavaClass type) {
    return type.getPackageName().startsWith("io.tenure.client")
        && !type.getPackageName().startsWith("io.tenure.client.internal")
        && type.getModifiers().contains(JavaModifier.PUBLIC);
  }

  /** To understand a package, one needs those below it only. */
  @Test
  void internalPackagesUseTheOnesBelowThemOnly() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("connection")
        .definedBy("io.tenure.client.internal.connection")
        .layer("callback")
        .definedBy("io.tenure.client.internal.callback")
        .layer("call")
        .definedBy("io.tenure.client.internal.call")
        .layer("session")
        .definedBy("io.tenure.client.internal.session")
        .layer("read")
        .definedBy("io.tenure.client.internal.read")
        .whereLayer("read")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("session")
        .mayOnlyBeAccessedByLayers("read")
        .whereLayer("call")
        .mayOnlyBeAccessedByLayers("session", "read")
        .whereLayer("callback")
        .mayOnlyBeAccessedByLayers("call", "session", "read")
        .check(CLIENT);
  }

  @Test
  void connectionKnowsNothingOfLocks() {
    noClasses()
        .that()
        .resideInAPackage("io.tenure.client.internal.connection")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.tenure.client",
            "io.tenure.client.admin",
            "io.tenure.client.plain",
            "io.tenure.client.view")
        .check(CLIENT);
  }

  @Test
  void onlyTheConnectionKnowsNetty() {
    noClasses()
        .that()
        .resideOutsideOfPackage("io.tenure.client.internal.connection")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.grpc.netty..")
        .check(CLIENT);
  }

  /** The stubs of plain calls need a channel; everything else goes through the router. */
  @Test
  void onlyTheConnectionAndPlainCallsKnowGrpc() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.tenure.client.internal.connection",
            "io.tenure.client.internal.call",
            "io.tenure.client.plain",
            "io.tenure.client.admin")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.grpc..")
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
