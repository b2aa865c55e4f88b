package io.tenure.faults.history;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An entry as a line of JSON: an object with one member, named after the type of the entry.
 *
 * <p>One that reads is for one thread. It remembers what it has read: most of a history is the same
 * few names, and what one watch shows the others show, too, so that equal parts must not take
 * memory twice.
 */
final class EntryFormat {
  private final Map<String, TypeAdapter<? extends Entry>> byName = new HashMap<>();

  /** What of each kind of record might be read as nothing. */
  private final Map<Class<?>, List<RecordComponent>> objects = new HashMap<>();

  /** Events that have been looked at: every watch shows the same ones. */
  private final Set<Record> whole = Collections.newSetFromMap(new IdentityHashMap<>());

  EntryFormat() {
    Gson plain = new GsonBuilder().disableHtmlEscaping().create();
    Gson names =
        plain
            .newBuilder()
            .registerTypeAdapter(
                String.class, new Shared<>(plain.getAdapter(String.class), text -> text))
            .create();
    TypeToken<List<Wanted>> targets = new TypeToken<>() {};
    Gson lists =
        names
            .newBuilder()
            .registerTypeAdapter(
                targets.getType(), new Shared<>(names.getAdapter(targets), List::copyOf))
            .create();
    Gson entries =
        lists
            .newBuilder()
            .registerTypeAdapter(
                LogEvent.class, new Shared<>(lists.getAdapter(LogEvent.class), event -> event))
            .create();
    for (Class<?> type : Entry.class.getPermittedSubclasses()) {
      byName.put(type.getSimpleName(), entries.getAdapter(type.asSubclass(Entry.class)));
    }
  }

  /** Without the end of the line. Any thread. */
  String write(Entry entry) {
    String name = entry.getClass().getSimpleName();
    return "{\""
        + name
        + "\":"
        + asEntries(Objects.requireNonNull(byName.get(name))).toJson(entry)
        + "}";
  }

  @SuppressWarnings("unchecked") // The adapter under an entry's name is the one for its type.
  private static TypeAdapter<Entry> asEntries(TypeAdapter<? extends Entry> adapter) {
    return (TypeAdapter<Entry>) adapter;
  }

  /** Fails, with an exception of some kind, if the line is none that {@link #write} makes. */
  Entry read(String line) throws IOException {
    try (JsonReader in = new JsonReader(new StringReader(line))) {
      in.setStrictness(Strictness.STRICT);
      in.beginObject();
      String name = in.nextName();
      TypeAdapter<? extends Entry> adapter = byName.get(name);
      if (adapter == null) {
        throw new JsonParseException("type of an entry: " + name);
      }
      Entry entry = adapter.read(in);
      in.endObject();
      if (entry == null || in.peek() != JsonToken.END_DOCUMENT) {
        throw new JsonParseException("more or less than one entry in a line");
      }
      requireWhole((Record) entry);
      return entry;
    }
  }

  /** A name that is missing or misspelt would be read as nothing. */
  private void requireWhole(Record part) {
    if (whole.contains(part)) {
      return;
    }
    for (RecordComponent component :
        objects.computeIfAbsent(part.getClass(), EntryFormat::objectsOf)) {
      Object value = valueOf(component, part);
      if (value == null) {
        throw new JsonParseException(
            part.getClass().getSimpleName() + " without " + component.getName());
      } else if (value instanceof Record inner) {
        requireWhole(inner);
      } else if (value instanceof List<?> list) {
        requireWhole(list, component);
      }
    }
    if (part instanceof LogEvent) {
      whole.add(part);
    }
  }

  private void requireWhole(List<?> list, RecordComponent component) {
    for (Object element : list) {
      if (!(element instanceof Record inner)) {
        throw new JsonParseException("nothing in a list of " + component.getName());
      }
      requireWhole(inner);
    }
  }

  private static List<RecordComponent> objectsOf(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> !component.getType().isPrimitive())
        .toList();
  }

  private static @Nullable Object valueOf(RecordComponent component, Record part) {
    try {
      return component.getAccessor().invoke(part);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what is equal as the same object. */
  private static final class Shared<T> extends TypeAdapter<T> {
    private final TypeAdapter<T> form;
    private final UnaryOperator<T> finish;
    private final Map<T, T> known = new HashMap<>();

    Shared(TypeAdapter<T> form, UnaryOperator<T> finish) {
      this.form = form;
      this.finish = finish;
    }

    @Override
    public void write(JsonWriter out, T value) throws IOException {
      form.write(out, value);
    }

    @Override
    public T read(JsonReader in) throws IOException {
      T read = form.read(in);
      if (read == null) {
        throw new JsonParseException("nothing at " + in.getPath());
      }
      T first = known.get(read);
      if (first == null) {
        first = finish.apply(read);
        known.put(first, first);
      }
      return first;
    }
  }
}
