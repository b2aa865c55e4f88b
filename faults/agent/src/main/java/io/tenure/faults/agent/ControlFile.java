package io.tenure.faults.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that says what the disk is to do: {@code slow-fsync=MS}, {@code fail-write}, or nothing.
 * It is looked at again and again, need not exist, and is best replaced as a whole, by moving
 * another file there.
 */
final class ControlFile {
  private static final long LOOK_MILLIS = 50;
  private static final String SLOW = "slow-fsync=";

  private final Path path;
  private String last = "";

  private ControlFile(Path path) {
    this.path = path;
  }

  static void follow(String path) {
    ControlFile file = new ControlFile(Path.of(path));
    file.look();
    Thread thread = new Thread(file::lookForEver, "tenure-faults-control");
    thread.setDaemon(true);
    thread.start();
  }

  private void lookForEver() {
    try {
      while (true) {
        Thread.sleep(LOOK_MILLIS);
        look();
      }
    } catch (InterruptedException e) {
      Effects.tell("the control file is not looked at any more");
    }
  }

  private void look() {
    String text;
    try {
      text = Files.readString(path).strip();
    } catch (NoSuchFileException e) {
      text = "";
    } catch (IOException e) {
      text = "unreadable, " + e;
    }
    if (!text.equals(last)) {
      last = text;
      obey(text);
    }
  }

  private static void obey(String text) {
    try {
      Disk.obey(parse(text));
      Effects.tell("the disk is told: " + (text.isEmpty() ? "nothing special" : text));
    } catch (IllegalArgumentException e) {
      Effects.tell(String.valueOf(e.getMessage()));
    }
  }

  static Disk.Order parse(String text) {
    if (text.isEmpty()) {
      return Disk.Order.NONE;
    } else if (text.equals("fail-write")) {
      return Disk.Order.FAIL_WRITE;
    } else if (text.matches(SLOW + "[1-9][0-9]{0,5}")) {
      return new Disk.Order(Long.parseLong(text.substring(SLOW.length())), false);
    }
    throw new IllegalArgumentException(
        "control: '" + text + "' (expected: slow-fsync=MS, fail-write or nothing)");
  }
}
