package io.tenure.server.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was set, as text, and where, so that a message can point at it. */
final class SettingValues {
  /**
   * A text and where it stands.
   *
   * @param place the beginning of a message about it
   */
  private record Given(String text, String place) {}

  private final Map<String, Given> given = new HashMap<>();

  private SettingValues() {}

  /** Flags override the file. */
  static SettingValues of(@Nullable Path file, Map<String, String> flags)
      throws StartRefusedException {
    SettingValues values = new SettingValues();
    if (file != null) {
      for (Map.Entry<String, KeyValueFile.Entry> entry : read(file).entrySet()) {
        KeyValueFile.Entry found = entry.getValue();
        String place = file + ":" + found.line() + ": " + entry.getKey();
        values.add(entry.getKey(), new Given(found.value(), place));
      }
    }
    for (Map.Entry<String, String> flag : flags.entrySet()) {
      values.add(flag.getKey(), new Given(flag.getValue(), "--" + flag.getKey()));
    }
    return values;
  }

  private static Map<String, KeyValueFile.Entry> read(Path file) throws StartRefusedException {
    try {
      return KeyValueFile.read(file);
    } catch (CharacterCodingException e) {
      throw new StartRefusedException("config: " + file + " (expected: text in UTF-8)", e);
    } catch (IOException e) {
      throw new StartRefusedException("config: " + file + " (expected: a readable file)", e);
    }
  }

  private void add(String name, Given value) throws StartRefusedException {
    if (!Settings.exists(name)) {
      throw new StartRefusedException(
          value.place()
              + ": unknown setting"
              + Settings.nearest(name).map(nearest -> " (nearest: " + nearest + ")").orElse(""));
    }
    given.put(name, value);
  }

  /** The value, or its default. */
  <T> T get(Setting<T> setting) throws StartRefusedException {
    Optional<T> value = find(setting);
    if (value.isPresent()) {
      return value.get();
    }
    if (!setting.fallback().literal()) {
      throw new StartRefusedException(
          setting.name() + ": not set (expected: " + setting.range() + ")");
    }
    return read(setting, setting.fallback().text());
  }

  /** The value, if it was set. */
  <T> Optional<T> find(Setting<T> setting) throws StartRefusedException {
    Given value = given.get(setting.name());
    return value == null ? Optional.empty() : Optional.of(read(setting, value.text()));
  }

  private <T> T read(Setting<T> setting, String text) throws StartRefusedException {
    try {
      return setting.reading().read(text);
    } catch (BadValueException e) {
      throw refusal(setting, e.found(), e.expected());
    }
  }

  StartRefusedException refusal(Setting<?> setting, String found, String expected) {
    Given value = given.get(setting.name());
    String place = value == null ? setting.name() : value.place();
    return new StartRefusedException(place + ": " + found + " (expected: " + expected + ")");
  }
}
