package io.tenure.fencing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Users of other languages copy the SQL from the document: it must be the tested SQL. */
final class DocumentationTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "fencing.md");

  @ParameterizedTest
  @EnumSource
  void documentHasTheSqlOfTheCode(Dialect dialect) throws IOException {
    String document = Files.readString(DOCUMENT);

    assertThat(document)
        .contains(
            "```sql\n" + dialect.tableDefinition(JdbcFencingGuard.DEFAULT_TABLE) + "\n```",
            "```sql\n" + dialect.checkStatement(JdbcFencingGuard.DEFAULT_TABLE) + "\n```");
  }
}
