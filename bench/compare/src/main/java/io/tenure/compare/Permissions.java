package io.tenure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Access rights of the directories for servers. */
final class Permissions {
  private Permissions() {}

  /** Servers that refuse to run as root run as another user, who must be able to pass. */
  static void openToOthers(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
