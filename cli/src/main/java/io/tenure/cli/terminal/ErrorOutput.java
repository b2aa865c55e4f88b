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
 * with {@code -o json} an object on a line. An error has the exit code, a warning has none.
 */
public final class ErrorOutput {
  /** The arguments are wrong. */
  public static final String BAD_USAGE = "BAD_USAGE";

  /** It failed for a reason that has no name of its own. */
  static final String FAILED = "FAILED";

  /** The command that was to run cannot be run. */
  public static final String CANNOT_RUN = "CANNOT_RUN";

  /** It was held, and lost while it was needed. */
  public static final String LOST = "LOST";

  /** The service still holds it, until its TTL is over. */
  public static final String NOT_RELEASED = "NOT_RELEASED";

  /** No answer came to a release: the service still holds it until its TTL is over, or does not. */
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

  /** Of a command whose arguments have been parsed. */
  public static ErrorOutput of(CommandSpec spec) {
    return new ErrorOutput(spec.commandLine().getErr(), isJson(spec), keys(spec));
  }

  /** Of a command whose arguments may not have been parsed to the end. */
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

  /** Why the command ends with this code. */
  public void error(String reason, String message, int exitCode) {
    Map<String, Object> object = object(reason, message);
    object.put("exit_code", exitCode);
    markIndeterminate(object, exitCode == ExitCodes.INDETERMINATE);
    print(object, message);
  }

  /** The command goes on. */
  public void warning(String reason, String message) {
    print(object(reason, message), message);
  }

  /**
   * The command goes on.
   *
   * @param cause why something was not done; or may have been, if it is an {@link
   *     IndeterminateException}
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
