package io.tenure.cli.cluster;

import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A signal that can be sent to a node's process. */
enum ProcessSignal {
  KILL("9"),
  TERM("15"),
  STOP(""),
  CONT("");

  private final String number;

  ProcessSignal(String number) {
    this.number = number;
  }

  private boolean isNamed(String text) {
    return text.equals(name()) || (!number.isEmpty() && text.equals(number));
  }

  boolean ends() {
    return this == KILL || this == TERM;
  }

  /** False if the node's process has ended. */
  boolean send(LocalNode node) {
    Optional<ProcessHandle> process = node.process();
    if (process.isEmpty()) {
      return false;
    }
    return switch (this) {
      case KILL -> process.get().destroyForcibly();
      case TERM -> process.get().destroy();
      case STOP, CONT -> sendByShell(process.get().pid());
    };
  }

  /** The JDK cannot send these signals; every shell can. */
  private boolean sendByShell(long pid) {
    try {
      return new ProcessBuilder("sh", "-c", "kill -" + name() + " " + pid).start().waitFor() == 0;
    } catch (IOException e) {
      throw new CommandFailedException("cannot run sh: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Accepts {@code 9}, {@code KILL}, {@code SIGKILL}. */
  static final class Converter implements ITypeConverter<ProcessSignal> {
    @Override
    public ProcessSignal convert(String text) {
      String name = text.toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
      return Arrays.stream(values())
          .filter(signal -> signal.isNamed(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "\"" + text + "\" (expected: 9, TERM, STOP or CONT)"));
    }
  }
}
