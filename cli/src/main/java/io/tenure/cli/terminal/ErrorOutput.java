package io.tenure.cli.terminal;

import io.tenure.cli.run.Elect;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.TenureException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Writes errors and warnings to standard error: a line of text that starts with {@code tenure:}, or
 * with {@code -o json} one JSON object per line. Only an error has an exit code.
 */
public final class ErrorOutput {
  /** The arguments are wrong. */
  public static final String BAD_USAGE = "BAD_USAGE";

  /** Any failure without a more specific reason. */
  static final String FAILED = "FAILED";

  /** The user's command cannot be executed. */
  public static final String CANNOT_RUN = "CANNOT_RUN";

  /** The hold was lost while it was in use. */
  public static final String LOST = "LOST";

  /** The release failed; the hold expires after its TTL. */
  public static final String NOT_RELEASED = "NOT_RELEASED";

  /** The release was not answered; the hold is released, or expires after its TTL. */
  public static final String RELEASE_UNCONFIRMED = "RELEASE_UNCONFIRMED";

  private static final String OUTPUT_FIELD = "output";
  private static final String KEY_LABEL = "KEY";

  private final PrintWriter err;
  private final boolean json;
  private final List<String> keys;

  private ErrorOutput(PrintWriter err, boolean json, List<String> keys) {
    this.err = err;
    this.json = json;
    this.keys = keys;
  }

  /** For a command whose arguments have been parsed. */
  public static ErrorOutput of(CommandSpec spec) {
    return new ErrorOutput(spec.commandLine().getErr(), isJson(spec), keys(spec));
  }

  /** For a command whose arguments may have been parsed only in part. */
  public static ErrorOutput of(CommandLine command, String[] arguments) {
    CommandSpec spec = command.getCommandSpec();
    boolean json = isJson(spec) || OutputOption.asksForJson(List.of(arguments));
    return new ErrorOutput(command.getErr(), json, keys(spec));
  }

  private static boolean isJson(CommandSpec spec) {
    CommandSpec mixin = spec.mixins().get(OUTPUT_FIELD);
    return mixin != null && mixin.userObject() instanceof OutputOption output && output.isJson();
  }

  private static List<String> keys(CommandSpec spec) {
    if (spec.userObject() instanceof Elect elect) {
      return elect.keys();
    }
    for (PositionalParamSpec each : spec.positionalParameters()) {
      if (each.paramLabel().equals(KEY_LABEL)) {
        Object value = each.getValue();
        if (value instanceof List<?> several) {
          return several.stream().map(String::valueOf).toList();
        }
        return value == null ? List.of() : List.of(String.valueOf(value));
      }
    }
    return List.of();
  }

  /** Reports why the command ends with this exit code. */
  public void error(String reason, String message, int exitCode) {
    Map<String, Object> object = object(reason, message);
    object.put("exit_code", exitCode);
    markIndeterminate(object, exitCode == ExitCodes.INDETERMINATE);
    print(object, message);
  }

  /** Reports a problem; the command continues. */
  public void warning(String reason, String message) {
    print(object(reason, message), message);
  }

  /**
   * Reports a problem; the command continues.
   *
   * @param cause the failure; an {@link IndeterminateException} is marked as one that may have been
   *     executed
   */
  public void warning(String reason, String message, TenureException cause) {
    Map<String, Object> object = object(reason, message);
    markIndeterminate(object, cause instanceof IndeterminateException);
    print(object, message);
  }

  private static void markIndeterminate(Map<String, Object> object, boolean mayHaveBeenDone) {
    if (mayHaveBeenDone) {
      object.put("may_have_been_done", true);
    }
  }

  private Map<String, Object> object(String reason, String message) {
    Map<String, Object> object = Json.object("reason", reason, "message", message);
    if (!keys.isEmpty()) {
      object.put("keys", keys);
    }
    return object;
  }

  private void print(Map<String, Object> object, String message) {
    err.println(json ? Json.write(object) : "tenure: " + Formats.printable(message));
    err.flush();
  }
}
