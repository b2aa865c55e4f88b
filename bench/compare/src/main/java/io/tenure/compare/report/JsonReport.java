package io.tenure.compare.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import io.tenure.compare.result.Results;
import io.tenure.compare.result.Spread;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;

/** Results as JSON: every run, and the main figure of each measurement over the rounds. */
public final class JsonReport {
  private static final MathContext DIGITS = new MathContext(6);
  private static final JsonSerializer<Double> SHORT =
      (value, type, context) -> new JsonPrimitive(plain(new BigDecimal(value, DIGITS)));
  private static final Gson GSON =
      new GsonBuilder()
          .disableHtmlEscaping()
          .registerTypeAdapter(Double.class, SHORT)
          .registerTypeAdapter(double.class, SHORT)
          .create();

  private JsonReport() {}

  /** One line for each run, so that files can be compared and searched. */
  public static String of(Results results) {
    JsonObject all = GSON.toJsonTree(results).getAsJsonObject();
    JsonElement runs = all.remove("runs");
    all.addProperty("sound", results.sound());
    StringBuilder text = new StringBuilder("{\n");
    for (Map.Entry<String, JsonElement> entry : all.entrySet()) {
      text.append(GSON.toJson(entry.getKey())).append(": ").append(GSON.toJson(entry.getValue()));
      text.append(",\n");
    }
    lines(text.append("\"summaries\": "), summaries(results));
    lines(text.append(",\n\"builds\": "), builds(results));
    lines(text.append(",\n\"runs\": "), runs.getAsJsonArray());
    return text.append("\n}\n").toString();
  }

  /** Reads a file that {@link #of} has written. */
  public static Results read(String text) {
    return GSON.fromJson(text, Results.class);
  }

  /** Without trailing zeros or an exponent. */
  private static BigDecimal plain(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static JsonArray summaries(Results results) {
    JsonArray summaries = new JsonArray();
    for (Group group : Group.of(results)) {
      Figure figure = WorkloadFigures.headline(group.workload());
      for (Summary summary : group.summaries()) {
        JsonObject one = new JsonObject();
        one.addProperty("workload", group.workload().label());
        one.addProperty("workers", group.measurement().workers());
        one.addProperty("system", summary.system());
        one.addProperty("figure", figure.title());
        Optional<Spread> spread = figure.spread(summary);
        spread.ifPresent(value -> one.add("spread", GSON.toJsonTree(value)));
        Tables.ratio(group, summary, figure)
            .ifPresent(value -> one.add("vsTenure", GSON.toJsonTree(value)));
        one.addProperty("rejectedRuns", summary.rejected().size());
        summaries.add(one);
      }
    }
    return summaries;
  }

  /** The ratios of two builds of a system. */
  private static JsonArray builds(Results results) {
    JsonArray builds = new JsonArray();
    for (BuildRatios.Ratio ratio : BuildRatios.of(results)) {
      JsonObject one = new JsonObject();
      one.addProperty("system", ratio.system());
      one.addProperty("measurement", ratio.measurement());
      one.addProperty("figure", ratio.figure().title());
      one.add("build", GSON.toJsonTree(ratio.build()));
      one.add("other", GSON.toJsonTree(ratio.other()));
      one.add("ratio", GSON.toJsonTree(ratio.ratio()));
      builds.add(one);
    }
    return builds;
  }

  private static void lines(StringBuilder text, JsonArray elements) {
    text.append('[');
    for (int i = 0; i < elements.size(); i++) {
      text.append(i == 0 ? "\n" : ",\n").append(GSON.toJson(elements.get(i)));
    }
    text.append(']');
  }
}
