package io.tenure.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class ReportTest {
  private final StringWriter printed = new StringWriter();
  private final Report report =
      new Report("pairs", new PrintWriter(printed), "in flight", "pairs/s", "node");

  @Test
  void columnsAreAlignedAndNumbersReadable() {
    report.row(64, 31_234.0, "a");
    report.row(1, 0.5, "b");

    assertThat(printed)
        .hasToString(
            """
            in flight   pairs/s      node
                   64    31,234         a
                    1      0.50         b
            """);
  }

  @Test
  void jsonNamesEveryColumnInEveryRow() {
    report.row(64, 1.5, "a \"quoted\" node");

    assertThat(report.json())
        .isEqualTo(
            """
            {"workload": "pairs", "rows": [
              {"in flight": 64, "pairs/s": 1.5000, "node": "a \\"quoted\\" node"}
            ]}
            """);
  }

  @Test
  void rowWithAMissingValueIsRefused() {
    assertThatThrownBy(() -> report.row(1, 2)).hasMessage("row: 2 values (expected: 3)");
  }
}
