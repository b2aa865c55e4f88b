package io.tenure.compare.system.postgres;

import io.tenure.harness.process.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The programs of PostgreSQL. They refuse to run as root, so root runs them as the user of their
 * package.
 *
 * @param programs the folder of one version
 */
record PostgresInstallation(Path programs) {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
  private static final String SERVICE_USER = "postgres";

  /** The newest version that Debian packages have installed, else the one on the PATH. */
  static Optional<PostgresInstallation> find() {
    return Stream.concat(packaged(), Programs.find("initdb").map(Path::getParent).stream())
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .findFirst()
        .map(PostgresInstallation::new);
  }

  private static Stream<Path> packaged() {
    try (Stream<Path> versions = Files.list(VERSIONS)) {
      return versions
          .filter(folder -> folder.getFileName().toString().matches("\\d{1,4}"))
          .sorted(
              Comparator.comparingInt(
                      (Path folder) -> Integer.parseInt(folder.getFileName().toString()))
                  .reversed())
          .map(folder -> folder.resolve("bin"))
          .toList()
          .stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }

  List<String> command(String program, String... arguments) {
    List<String> words = new ArrayList<>();
    if (isRoot()) {
      // Unlike su and sudo it is replaced by the program, so that signals reach it.
      words.addAll(List.of("setpriv", "--reuid=" + SERVICE_USER, "--regid=" + SERVICE_USER));
      words.addAll(List.of("--init-groups", "--"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    return words;
  }

  /** Makes the user of the server the owner of the folder, and checks that it is accessible. */
  void grantAccess(Path folder) throws IOException {
    if (!isRoot()) {
      return;
    }
    UserPrincipal owner =
        folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(SERVICE_USER);
    Files.setOwner(folder, owner);
    Path above = folder.toAbsolutePath().getParent();
    if (above == null) {
      return;
    }
    Set<PosixFilePermission> permissions = EnumSet.copyOf(Files.getPosixFilePermissions(above));
    if (permissions.add(PosixFilePermission.OTHERS_EXECUTE)) {
      Files.setPosixFilePermissions(above, permissions);
    }
    for (Path each = above; each != null; each = each.getParent()) {
      if (!Files.getPosixFilePermissions(each).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        throw new IOException(
            "directory: "
                + each
                + " (expected: accessible for the user postgres, since PostgreSQL refuses to run as root)");
      }
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name", "").equals("root");
  }
}
