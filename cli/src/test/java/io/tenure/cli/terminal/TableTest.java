package io.tenure.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TableTest {
  @Test
  void columnsAreAsWideAsTheirWidestCellAndNumbersEndTogether() {
    Table table = new Table("NODE", "TERM", "ROLE");
    table.add("n1", 7, "follower");
    table.add("node-2", 12, "leader");
    table.add("n3", "-", "");

    assertThat(print(table))
        .isEqualToNormalizingNewlines(
            """
            NODE    TERM  ROLE
            n1         7  follower
            node-2    12  leader
            n3         -
            """);
  }

  @Test
  void manyRowsAreNotSlowedDownByEachOther() {
    Table table = new Table("KEY", "TOKEN");
    for (int i = 0; i < 50_000; i++) {
      table.add("/key/" + i, i);
    }

    assertThat(print(table)).hasLineCount(50_001).endsWith("/key/49999  49999\n");
  }

  @Test
  void whatATerminalWouldObeyIsMadeHarmless() {
    Table table = new Table("VALUE");
    table.add("\u001B[31mred\nnext");

    assertThat(print(table)).isEqualToNormalizingNewlines("VALUE\n?[31mred?next\n");
  }

  @Test
  void rowsHaveACellForEachHeading() {
    assertThatThrownBy(() -> new Table("A", "B").add("a")).hasMessage("cells: 1 (expected: 2)");
  }

  private static String print(Table table) {
    StringWriter text = new StringWriter();
    table.print(new PrintWriter(text));
    return text.toString();
  }
}
