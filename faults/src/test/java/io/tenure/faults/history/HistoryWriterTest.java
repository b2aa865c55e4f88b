package io.tenure.faults.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryWriterTest {
  private static final Entry.Calm CALM = new Entry.Calm(1, 2);

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("a.jsonl");
  }

  @Test
  void entriesReachTheFileWithoutClosing() throws Exception {
    try (HistoryWriter writer = new HistoryWriter(file)) {
      writer.write(CALM);
      awaitLines(1);
      writer.write(CALM);
      awaitLines(2);
    }
  }

  @Test
  void whatIsWrittenAtOnceIsInTheFileThen() throws IOException {
    try (HistoryWriter writer = new HistoryWriter(file)) {
      writer.write(CALM);
      writer.writeAtOnce(CALM);

      assertThat(Files.readAllLines(file)).hasSize(2);
    }
  }

  private void awaitLines(int count) throws Exception {
    while (Files.readAllLines(file).size() < count) {
      Thread.sleep(5);
    }
  }

  @Test
  void manyThreadsMayWrite() throws Exception {
    int threads = 4;
    int each = 2_000;
    List<Thread> started = new ArrayList<>();
    try (HistoryWriter writer = new HistoryWriter(file)) {
      for (int i = 0; i < threads; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int j = 0; j < each; j++) {
                    writer.write(CALM);
                  }
                });
        thread.start();
        started.add(thread);
      }
      for (Thread thread : started) {
        thread.join();
      }
    }

    assertThat(History.read(directory).entries()).hasSize(threads * each).containsOnly(CALM);
  }

  @Test
  void whatComesAfterTheEndIsLeftOut() throws IOException {
    HistoryWriter writer = new HistoryWriter(file);
    writer.write(CALM);
    writer.close();

    writer.write(CALM);
    writer.close();

    assertThat(History.read(directory).entries()).containsExactly(CALM);
  }

  @Test
  void historyOfAnotherIsNotOverwritten() throws IOException {
    Files.writeString(file, "");

    assertThatThrownBy(() -> new HistoryWriter(file))
        .isInstanceOf(FileAlreadyExistsException.class);
  }
}
