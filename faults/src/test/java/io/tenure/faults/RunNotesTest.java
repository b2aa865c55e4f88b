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
    RunNotes notes = BEGUN.ended("w1 ended with 3");

    notes.write(folder);

    assertThat(RunNotes.read(folder)).isEqualTo(notes);
  }

  @Test
  void runThatDidNotComeToItsEndIsInTrouble() throws IOException {
    BEGUN.write(folder);

    assertThat(RunNotes.read(folder).trouble()).contains("did not come to its end");
  }

  @Test
  void reportOfAnOldRunTellsTheSame() throws IOException {
    Files.writeString(
        folder.resolve("report.json"),
        "{\"good\":false,\"trouble\":\"t\",\"settings\":{\"seed\":\"6\"},\"leftOut\":{}}");

    assertThat(RunNotes.read(folder)).isEqualTo(new RunNotes(Map.of("seed", "6"), Map.of(), "t"));
  }

  @Test
  void historyAloneHasNoNotes() throws IOException {
    assertThat(RunNotes.read(folder)).isEqualTo(new RunNotes(Map.of(), Map.of(), ""));
  }

  @Test
  void fileThatIsSomethingElseIsNamed() throws IOException {
    Files.writeString(folder.resolve("run.json"), "[]");

    assertThatThrownBy(() -> RunNotes.read(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.json");
  }
}
