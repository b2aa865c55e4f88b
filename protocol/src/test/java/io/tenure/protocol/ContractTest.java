package io.tenure.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FileDescriptor;
import io.tenure.protocol.Contract.Changes;
import io.tenure.protocol.v1.AdminProto;
import io.tenure.protocol.v1.TenureProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the compiled .proto files with {@code contract.txt}, the contract as it was last
 * accepted. With {@code -Dtenure.rewrite=true} the file is rewritten.
 */
final class ContractTest {
  // Not from the class path: a rewrite has to reach the file that is under version control.
  private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
  private static final Path GOLDEN = MODULE.resolve("src/test/resources/contract.txt");
  private static final Path PROTO = MODULE.resolve("src/main/proto");

  private static final List<FileDescriptor> FILES =
      List.of(TenureProto.getDescriptor(), AdminProto.getDescriptor());

  private static final List<String> HEADING =
      List.of(
          "# The messages, enums and services of the .proto files, with their numbers and types.",
          "# ContractTest compares them with the compiled files. To rewrite this file:",
          "# mvn -pl protocol test -Dtest=ContractTest -Dtenure.rewrite=true",
          "");

  @Test
  void compiledFilesAreTheAcceptedContract() throws IOException {
    Contract compiled = Contract.of(FILES);
    if (Boolean.getBoolean("tenure.rewrite")) {
      Files.write(GOLDEN, Stream.concat(HEADING.stream(), compiled.lines().stream()).toList());
    }

    Changes changes = Contract.parse(Files.readAllLines(GOLDEN)).changesTo(compiled);

    assertThat(changes.isEmpty()).withFailMessage(() -> report(changes)).isTrue();
  }

  private static String report(Changes changes) {
    List<String> lines = new ArrayList<>(List.of(""));
    if (!changes.incompatible().isEmpty()) {
      lines.add(
          "INCOMPATIBLE: this breaks clients and servers of released versions. A removed field or"
              + " value must leave its number `reserved`; a field keeps its number, type and label.");
      changes.incompatible().forEach(change -> lines.add("  " + change));
      lines.add("Undo it, unless no release has what was changed.");
    }
    if (!changes.compatible().isEmpty()) {
      lines.add("Compatible: released versions go on working with this.");
      changes.compatible().forEach(change -> lines.add("  " + change));
    }
    lines.add(
        "To accept the changes, rewrite contract.txt and commit it with them:"
            + " mvn -pl protocol test -Dtest=ContractTest -Dtenure.rewrite=true");
    return String.join("\n", lines);
  }

  /** A new file must be listed in this test. */
  @Test
  void everyProtoFileIsCompared() throws IOException {
    try (Stream<Path> paths = Files.walk(PROTO)) {
      assertThat(paths.filter(Files::isRegularFile).map(PROTO::relativize).map(ContractTest::name))
          .containsExactlyInAnyOrderElementsOf(
              FILES.stream().map(FileDescriptor::getName).toList());
    }
  }

  private static String name(Path path) {
    return path.toString().replace('\\', '/');
  }

  @Test
  void acceptedContractIsReadAsItIsWritten() {
    Contract compiled = Contract.of(FILES);

    assertThat(Contract.parse(compiled.lines())).isEqualTo(compiled);
  }

  @Test
  void additionsAreCompatible() {
    Changes changes =
        changes(
            List.of("message M", "  1 a: bool"),
            List.of("message M", "  1 a: bool", "  2 b: repeated string", "enum E", "  0 X"));

    assertThat(changes.incompatible()).isEmpty();
    assertThat(changes.compatible())
        .containsExactly(
            "added: enum E", "added: enum E: 0 X", "added: message M: 2 b: repeated string");
  }

  @Test
  void removedFieldIsCompatibleOnlyIfItsNumberIsReserved() {
    List<String> before = List.of("message M", "  1 a: bool", "  2 b: string");

    Changes removed = changes(before, List.of("message M", "  1 a: bool"));
    Changes reserved = changes(before, List.of("message M", "  1 a: bool", "  reserved 2"));

    assertThat(removed.incompatible())
        .containsExactly("removed or renumbered without `reserved`: message M: 2 b: string");
    assertThat(reserved.incompatible()).isEmpty();
  }

  @Test
  void renumberedFieldIsIncompatible() {
    Changes changes =
        changes(List.of("message M", "  1 a: bool"), List.of("message M", "  3 a: bool"));

    assertThat(changes.incompatible())
        .containsExactly("removed or renumbered without `reserved`: message M: 1 a: bool");
  }

  @Test
  void reservedNumberStaysReserved() {
    Changes changes =
        changes(List.of("message M", "  reserved 2"), List.of("message M", "  2 b: string"));

    assertThat(changes.incompatible()).hasSize(1);
  }

  @Test
  void changedTypeLabelOrMethodIsIncompatible() {
    List<String> before =
        List.of("message M", "  1 a: bool", "  2 b: M", "service S", "  Call: M -> M");
    List<String> after =
        List.of(
            "message M",
            "  1 a: uint32",
            "  2 b: repeated M",
            "service S",
            "  Call: M -> stream M");

    assertThat(changes(before, after).incompatible())
        .containsExactly(
            "changed: message M: 1 a: bool is now a: uint32",
            "changed: message M: 2 b: M is now b: repeated M",
            "changed: service S: Call: M -> M is now M -> stream M");
  }

  /** Names of fields are not on the wire; names of enum values are, in the details of an error. */
  @Test
  void fieldMayBeRenamedButEnumValueMayNot() {
    List<String> before = List.of("message M", "  1 a: bool", "enum E", "  0 X");
    List<String> after = List.of("message M", "  1 b: bool", "enum E", "  0 Y");

    assertThat(changes(before, after).compatible()).hasSize(1);
    assertThat(changes(before, after).incompatible())
        .containsExactly("changed: enum E: 0 X is now Y");
  }

  private static Changes changes(List<String> before, List<String> after) {
    return Contract.parse(before).changesTo(Contract.parse(after));
  }
}
