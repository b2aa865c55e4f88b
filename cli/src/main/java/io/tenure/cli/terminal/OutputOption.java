package io.tenure.cli.terminal;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that chooses between text and JSON output. */
public final class OutputOption {
  private static final Pattern JSON =
      Pattern.compile("^(-o[\\n=]?|--output[\\n=])json$", Pattern.MULTILINE);

  /** The output formats. */
  enum Form {
    TEXT,
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      converter = FormConverter.class,
      description =
          "text (default) or json. With json, errors are objects on standard error,"
              + " with reason, message, keys, exit_code and may_have_been_done")
  private Form form = Form.TEXT;

  /** Whether arguments that could not be parsed ask for JSON. */
  static boolean asksForJson(List<String> arguments) {
    int delimiter = arguments.indexOf("--");
    List<String> own = delimiter < 0 ? arguments : arguments.subList(0, delimiter);
    return JSON.matcher(String.join("\n", own)).find();
  }

  public boolean isJson() {
    return form == Form.JSON;
  }

  /** Accepts the names in lower case. */
  static final class FormConverter implements ITypeConverter<Form> {
    @Override
    public Form convert(String text) {
      for (Form form : Form.values()) {
        if (form.name().toLowerCase(Locale.ROOT).equals(text)) {
          return form;
        }
      }
      throw new TypeConversionException("output: " + text + " (expected: text or json)");
    }
  }
}
