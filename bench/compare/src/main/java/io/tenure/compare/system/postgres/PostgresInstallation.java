package io.tenure.compare.system.postgres;

import io.tenure.compare.system.server.Programs;
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
 * PostgreSQL's programs. They refuse to run as root, and so root runs them as the user that their
 * package has made.
 *
 * @param programs the folder of one version
 */
record PostgresInstallation(Path programs) {
  private static final Path VERSIONS = Path.of("/usr/lib/postgresql");
  private static final String SERVICE_USER = "postgres";

  /** The newest that Debian's packages have installed, else the one on the path. */
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
      // Unlike others of its kind it leaves no process of its own between.
      words.addAll(List.of("setpriv", "--reuid=" + SERVICE_USER, "--regid=" + SERVICE_USER));
      words.addAll(List.of("--init-groups", "--"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    return words;
  }

  /** Gives the folder to whom the server will run as, and lets it pass the one above. */
  void handOver(Path folder) throws IOException {
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
                + " (expected: one that the user postgres may pass; root cannot run PostgreSQL)");
      }
    }
  }

  private static boolean isRoot() {
    return System.getProperty("user.name", "").equals("root");
  }
}
