package io.tenure.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunNotesTest {
  private static final RunNotes BEGUN =
      RunNotes.begun(Map.of("seed", "6"), Map.of("disk-full", "needs root"));

  @TempDir private Path folder;

  @Test
  void notesOfARunThatEndedAreReadAsTheyWereWritten() throws IOException {
    RunNotes notes = BEGUN.ended("w1 ended with 3", Map.of("w1.jsonl", 12L));

    notes.write(folder);

    assertThat(RunNotes.read(folder)).isEqualTo(notes);
  }

  @Test
  void runThatDidNotComeToItsEndIsInTrouble() throws IOException {
    BEGUN.write(folder);

    assertThat(RunNotes.read(folder).trouble()).contains("was interrupted");
  }

  @Test
  void reportOfAnOldRunTellsTheSame() throws IOException {
    Files.writeString(
        folder.resolve("report.json"),
        "{\"good\":false,\"trouble\":\"t\",\"settings\":{\"seed\":\"6\"},\"leftOut\":{}}");

    assertThat(RunNotes.read(folder))
        .isEqualTo(new RunNotes(Map.of("seed", "6"), Map.of(), "t", Map.of()));
  }

  @Test
  void historyAloneIsNotEnough() throws IOException {
    assertThat(RunNotes.read(folder).trouble()).contains("run.json: missing");
  }

  @Test
  void filesThatAreGoneOrShorterAreTold() {
    RunNotes notes = BEGUN.ended("", Map.of("a.jsonl", 12L, "b.jsonl", 34L, "c.jsonl", 56L));

    String trouble = notes.heldAgainst(Map.of("a.jsonl", 12L, "c.jsonl", 55L)).trouble();

    assertThat(trouble.lines())
        .containsExactlyInAnyOrder(
            "b.jsonl: missing (expected: 34 bytes)", "c.jsonl: 55 bytes (expected: 56 bytes)");
    assertThat(notes.heldAgainst(notes.files()).trouble()).isEmpty();
  }

  @Test
  void fileThatIsSomethingElseIsNamed() throws IOException {
    Files.writeString(folder.resolve("run.json"), "[]");

    assertThatThrownBy(() -> RunNotes.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.json");
  }
}
