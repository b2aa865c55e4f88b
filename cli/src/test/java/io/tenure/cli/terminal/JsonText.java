package io.tenure.cli.terminal;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;
import com.google.gson.reflect.TypeToken;
import java.util.Map;

/** Reads what commands print for programs, as a program that insists on the rules. */
public final class JsonText {
  private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).create();

  private JsonText() {}

  public static Map<String, Object> parse(String object) {
    return GSON.fromJson(object, new TypeToken<Map<String, Object>>() {}.getType());
  }
}
