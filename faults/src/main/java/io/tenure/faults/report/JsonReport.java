package io.tenure.faults.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.tenure.faults.checker.Verdict;
import io.tenure.faults.checker.Violation;
import io.tenure.faults.history.Entry;

/** For programs. Times are in seconds since the first call. */
public final class JsonReport {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  private JsonReport() {}

  public static String of(Report report) {
    Timeline timeline = report.timeline();
    JsonObject root = new JsonObject();
    root.addProperty("good", report.isGood());
    root.addProperty("trouble", report.trouble());
    if (report.variant().isPresent()) {
      root.add("caughtBy", GSON.toJsonTree(report.broken()));
    }
    root.add("shortcomings", GSON.toJsonTree(report.shortcomings()));
    root.add("settings", GSON.toJsonTree(report.settings()));
    root.add("leftOut", GSON.toJsonTree(report.leftOut()));
    root.addProperty("calls", timeline.calls());
    root.addProperty("unknown", timeline.unknown());
    root.addProperty("grants", timeline.grants());
    root.addProperty("availability", timeline.availability());
    root.addProperty("worstAvailability", timeline.worstAvailability());
    root.add("faults", faults(timeline));
    root.add("skipped", GSON.toJsonTree(timeline.skippedCounts()));
    root.add("longestGapMillis", GSON.toJsonTree(timeline.longestGapMillis()));
    root.add("promises", promises(report));
    root.add("grantsPerSecond", GSON.toJsonTree(timeline.grantsPerSecond()));
    return GSON.toJson(root) + "\n";
  }

  private static JsonArray faults(Timeline timeline) {
    JsonArray faults = new JsonArray();
    for (Entry.Fault fault : timeline.faults()) {
      JsonObject each = new JsonObject();
      each.addProperty("kind", fault.kind());
      each.addProperty("what", fault.what());
      each.addProperty("from", timeline.seconds(fault.fromNanos()));
      if (fault.mendedNanos() > 0) {
        each.addProperty("mended", timeline.seconds(fault.mendedNanos()));
      }
      each.addProperty("to", timeline.seconds(fault.toNanos()));
      each.addProperty("healed", fault.healed());
      faults.add(each);
    }
    return faults;
  }

  private static JsonArray promises(Report report) {
    JsonArray promises = new JsonArray();
    for (Verdict verdict : report.verdicts()) {
      JsonObject each = new JsonObject();
      each.addProperty("promise", verdict.promise());
      each.addProperty("about", verdict.about());
      each.addProperty("checked", verdict.checked());
      each.addProperty("leftOut", verdict.leftOut());
      each.addProperty("violated", verdict.violated());
      JsonArray violations = new JsonArray();
      for (Violation violation : verdict.violations()) {
        violations.add(violation(violation, report));
      }
      each.add("violations", violations);
      promises.add(each);
    }
    return promises;
  }

  private static JsonObject violation(Violation violation, Report report) {
    JsonObject each = new JsonObject();
    each.addProperty("message", violation.message());
    JsonArray entries = new JsonArray();
    for (Entry entry : violation.entries()) {
      JsonObject shown = new JsonObject();
      shown.addProperty("at", report.timeline().seconds(entry.nanos()));
      shown.addProperty("entry", entry.toString());
      entries.add(shown);
    }
    each.add("entries", entries);
    each.add("logs", GSON.toJsonTree(report.logs().around(violation)));
    return each;
  }
}
