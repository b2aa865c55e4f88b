package io.tenure.faults.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final Wanted TARGET = new Wanted("/a", Wanted.Mode.SEMAPHORE, true, 3);
  private static final LogEvent EVENT =
      new LogEvent(
          1, LogEvent.Kind.GRANTED, 7, "o", List.of(TARGET), 1, "<v=\u00e4\n>", 9, "ASKED", 2);
  private static final Operation OPERATION =
      new Operation(Operation.Kind.ACQUIRE, 1, 1L << 62, "o", List.of(TARGET), 0, "v", -1);

  /** One of each kind, in order of time. */
  private static final List<Entry> ENTRIES =
      List.of(
          new Entry.Invoked(1, "c", OPERATION, 1),
          new Entry.Returned(1, new Result(Result.Kind.OK, 1, 0, ""), 2),
          new Entry.Lost("c", 0, 1, "why", 3),
          new Entry.Accessed("/a", true, "c", 1, 4, 9, true),
          new Entry.Kept("c", 0, 7, 1_000, 1, 5),
          new Entry.WatchBegan("w", 0, 1, 6),
          new Entry.Watched("w", 0, EVENT, 7),
          new Entry.WatchCutOff("w", 0, 5, 8),
          new Entry.RevisionRead(0, 1, 8, 9),
          new Entry.KeyRead("w", 0, "/a", 1, List.of(new Entry.Shown(1, "v")), 2, 9),
          new Entry.Starved("w0", 9, 10),
          new Entry.PauseBegan("c", 10),
          new Entry.Paused("c", 10, Long.MAX_VALUE),
          new Entry.FaultBegan("kill", "n1", 11),
          new Entry.Fault("kill", "n1", 11, 12, 12, true),
          new Entry.Calm(12, 13),
          new Entry.Skipped("wipe", "no leader", 13),
          new Entry.Sure("c", 0, 1, 15, 14),
          new Entry.WatchProgress("w", 0, 1, 15),
          new Entry.ClientWatched("client", 0, EVENT, 16),
          new Entry.Observed("client", 0, "/a", 1, "v", 17),
          new Entry.KeepRefused("c", 0, 7, 17, 18),
          new Entry.Retaken("/a", 3, 19),
          new Entry.Restored("n1", 20));

  @TempDir private Path directory;

  private Path write(String name, List<Entry> entries) throws IOException {
    Path file = directory.resolve(name);
    try (HistoryWriter writer = new HistoryWriter(file)) {
      entries.forEach(writer::write);
    }
    return file;
  }

  @Test
  void everyKindOfEntryIsReadAsItWasWritten() throws IOException {
    write("a.jsonl", ENTRIES);

    History history = History.read(directory);

    assertThat(history.entries()).isEqualTo(ENTRIES);
    assertThat(ENTRIES)
        .extracting(Object::getClass)
        .containsExactlyInAnyOrderElementsOf(Arrays.asList(Entry.class.getPermittedSubclasses()));
  }

  @Test
  void filesAreMergedByTime() throws IOException {
    write("a.jsonl", List.of(ENTRIES.get(0), ENTRIES.get(3)));
    write("b.jsonl", List.of(ENTRIES.get(2), ENTRIES.get(1)));
    write("other.txt", List.of(ENTRIES.get(4)));

    History history = History.read(directory);

    assertThat(history.entries()).isEqualTo(ENTRIES.subList(0, 4));
    assertThat(history.all(Entry.Lost.class)).containsExactly((Entry.Lost) ENTRIES.get(2));
    assertThat(history.all(Entry.Calm.class)).isEmpty();
  }

  @Test
  void whatWasShownAtTheSameTimeStaysInOrder() throws IOException {
    List<Entry> shown =
        List.of(
            new Entry.WatchBegan("w", 0, 1, 6),
            new Entry.Watched("w", 0, EVENT, 6),
            new Entry.WatchCutOff("w", 0, 5, 6));
    write("a.jsonl", shown);

    assertThat(History.read(directory).entries()).isEqualTo(shown);
  }

  @Test
  void tornLastLineIsLeftOut() throws IOException {
    Path file = write("a.jsonl", ENTRIES);
    byte[] whole = Files.readAllBytes(file);
    String text = new String(whole, StandardCharsets.UTF_8);
    int end = text.indexOf("\u00e4");

    // The character in the middle of which it ends takes two bytes.
    Files.write(file, Arrays.copyOf(whole, end + 1));

    assertThat(History.read(directory).entries()).isEqualTo(ENTRIES.subList(0, 6));
  }

  @Test
  void emptyFileHasNoEntries() throws IOException {
    write("a.jsonl", List.of());

    assertThat(History.read(directory).entries()).isEmpty();
  }

  @Test
  void damageInTheMiddleIsRefused() throws IOException {
    Path file = write("a.jsonl", ENTRIES);
    List<String> lines = Files.readAllLines(file);
    lines.set(1, lines.get(1).substring(0, 20));
    Files.write(file, lines);

    assertThatThrownBy(() -> History.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.jsonl, line 2");
  }

  @Test
  void lastLineThatHasItsEndMustBeWhole() throws IOException {
    Files.writeString(directory.resolve("a.jsonl"), "{\"Calm\":{\"fromNanos\":1,\n");

    assertThatThrownBy(() -> History.read(directory)).isInstanceOf(IOException.class);
  }

  @Test
  void whatHadNotEndedLastedUntilTheEnd() {
    Entry last = new Entry.Lost("c", 0, 1, "why", 9);

    History history =
        History.of(
            List.of(new Entry.FaultBegan("kill", "n1", 1), new Entry.PauseBegan("c", 2), last));

    assertThat(history.all(Entry.Fault.class))
        .containsExactly(new Entry.Fault("kill", "n1", 1, 0, 9, false));
    assertThat(history.all(Entry.Paused.class))
        .containsExactly(new Entry.Paused("c", 2, Long.MAX_VALUE));
  }

  @Test
  void entryThatLacksSomethingIsRefused() throws IOException {
    Path file = write("a.jsonl", ENTRIES);
    List<String> lines = Files.readAllLines(file);
    lines.set(1, lines.get(1).replace("\"OK\"", "\"OKAY\""));
    Files.write(file, lines);

    assertThatThrownBy(() -> History.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a.jsonl, line 2")
        .hasMessageContaining("Result without kind");
  }

  @Test
  void unknownKindOfEntryIsRefused() throws IOException {
    Files.writeString(directory.resolve("a.jsonl"), "{\"Storm\":{}}\n");

    assertThatThrownBy(() -> History.read(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Storm");
  }

  @Test
  void twoEntriesInALineAreRefused() throws IOException {
    String calm = "{\"Calm\":{\"fromNanos\":1,\"toNanos\":2}}";
    Files.writeString(directory.resolve("a.jsonl"), calm + calm + "\n");

    assertThatThrownBy(() -> History.read(directory)).isInstanceOf(IOException.class);
  }
}
