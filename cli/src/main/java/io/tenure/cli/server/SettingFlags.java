package io.tenure.cli.server;

import io.tenure.server.config.Setting;
import io.tenure.server.config.Settings;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Adds an option to a command for each setting of the server. */
final class SettingFlags implements IModelTransformer {
  @Override
  public CommandSpec transform(CommandSpec spec) {
    for (Setting<?> setting : Settings.ALL) {
      spec.addOption(
          OptionSpec.builder("--" + setting.name())
              .type(String.class)
              .paramLabel(setting.unit().toUpperCase(Locale.ROOT).replace(' ', '-'))
              .description(description(setting).replace("%", "%%"))
              .build());
    }
    return spec;
  }

  private static String description(Setting<?> setting) {
    return setting.meaning() + " Default: " + setting.fallback().text();
  }

  /** The given options, by setting name. */
  static Map<String, String> given(CommandSpec spec) {
    Map<String, String> given = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.ALL) {
      String value = spec.findOption("--" + setting.name()).getValue();
      if (value != null) {
        given.put(setting.name(), value);
      }
    }
    return given;
  }
}
