package io.tenure.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Access to the directories that servers get. */
final class Permissions {
  private Permissions() {}

  /** Some servers refuse to run as root and run as somebody else, who has to get there. */
  static void openToOthers(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
