package io.tenure.cli;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that chooses between output for people and for programs. */
final class OutputOption {
  /** Its values. */
  enum Form {
    TEXT,
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "text",
      converter = FormConverter.class,
      description = "text (default) or json")
  private Form form = Form.TEXT;

  boolean isJson() {
    return form == Form.JSON;
  }

  /** Takes the names as people write them. */
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
