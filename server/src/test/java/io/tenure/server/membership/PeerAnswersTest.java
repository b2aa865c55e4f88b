package io.tenure.server.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.server.config.ServerConfig;
import io.tenure.server.directory.DataDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PeerAnswersTest {
  @TempDir Path folder;

  /** Who reaches the node port first could otherwise keep founders out with invented lives. */
  @Test
  void nothingIsAnnouncedToANodeBeforeThereIsACluster() throws Exception {
    ServerConfig config =
        ServerConfig.load(
            null,
            Map.of(
                "data",
                folder.resolve("data").toString(),
                "min-free",
                "0B",
                "id",
                "n1",
                "peers",
                "n1=127.0.0.1:7400,n2=127.0.0.1:7410,n3=127.0.0.1:7420"));
    try (DataDirectory directory = DataDirectory.open(config)) {
      PeerAnswers answers = new PeerAnswers(directory, config.addresses());

      assertThat(answers.announce("n2", 4711))
          .failsWithin(Duration.ZERO)
          .withThrowableOfType(ExecutionException.class)
          .withMessageContaining(
              "n1 is not a member of a formed cluster, so it records no other node (expected: a member)");

      assertThat(directory.knows("n2")).isFalse();
      assertThat(answers.introduce("n2", 1)).isCompletedWithValueMatching(said -> said.accepted());
    }
  }
}
