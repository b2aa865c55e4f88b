package io.tenure.faults;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run keeps besides its history, so that the history can be checked again later.
 *
 * @param settings the settings of the run, in the order of the report
 * @param leftOut kinds of faults that were not possible here, each with the reason
 * @param trouble a problem of the run itself; empty if there was none
 * @param files of the history with their sizes in bytes when the run ended; empty if it was
 *     interrupted
 */
record RunNotes(
    Map<String, String> settings,
    Map<String, String> leftOut,
    String trouble,
    Map<String, Long> files) {
  private static final String FILE = "run.json";

  /** Has the same values, if the run got as far as the report. */
  private static final String REPORT = "report.json";

  private static final String UNFINISHED = "the run was interrupted";
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  /** For a run that has started. */
  static RunNotes begun(Map<String, String> settings, Map<String, String> leftOut) {
    return new RunNotes(settings, leftOut, UNFINISHED, Map.of());
  }

  RunNotes ended(String withTrouble, Map<String, Long> historySizes) {
    return new RunNotes(settings, leftOut, withTrouble, historySizes);
  }

  /** The same, with a problem for each file that is incomplete now. */
  RunNotes heldAgainst(Map<String, Long> historySizes) {
    List<String> troubles = new ArrayList<>();
    if (!trouble.isEmpty()) {
      troubles.add(trouble);
    }
    files.forEach(
        (name, bytes) -> {
          Long now = historySizes.get(name);
          if (!bytes.equals(now)) {
            troubles.add(
                "%s: %s (expected: %,d bytes)"
                    .formatted(name, now == null ? "missing" : now + " bytes", bytes));
          }
        });
    return new RunNotes(settings, leftOut, String.join("\n", troubles), files);
  }

  void write(Path directory) throws IOException {
    Files.writeString(directory.resolve(FILE), GSON.toJson(this) + "\n");
  }

  /** Those of an earlier run; of an old one that has none, what its report says. */
  static RunNotes read(Path directory) throws IOException {
    for (String name : List.of(FILE, REPORT)) {
      Path file = directory.resolve(name);
      if (Files.isRegularFile(file)) {
        try {
          JsonObject root = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
          return new RunNotes(
              texts(root.get("settings")),
              texts(root.get("leftOut")),
              text(root.get("trouble")),
              numbers(root.get("files")));
        } catch (JsonParseException | IllegalStateException e) {
          throw new IOException(file + ": not written by a run: " + e.getMessage(), e);
        }
      }
    }
    return new RunNotes(
        Map.of(), Map.of(), FILE + ": missing; how the run ended is unknown", Map.of());
  }

  private static Map<String, String> texts(@Nullable JsonElement object) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (object != null) {
      object.getAsJsonObject().asMap().forEach((name, value) -> texts.put(name, text(value)));
    }
    return texts;
  }

  private static Map<String, Long> numbers(@Nullable JsonElement object) {
    Map<String, Long> numbers = new LinkedHashMap<>();
    texts(object).forEach((name, value) -> numbers.put(name, Long.valueOf(value)));
    return numbers;
  }

  private static String text(@Nullable JsonElement value) {
    return value == null ? "" : value.getAsString();
  }
}
