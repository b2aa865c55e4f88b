package io.tenure.client.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EndpointTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:7400", "node-1.example.org:1", "[::1]:65535"})
  void readsAndWritesTheSame(String text) {
    assertThat(Endpoint.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "7400", "host", "host:", ":7400", "host:0", "host:65536", "::1:7400"})
  void refusesWhatCannotBeAnAddress(String text) {
    assertThatThrownBy(() -> Endpoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("endpoint: \"" + text + "\" (expected: HOST:PORT)");
  }

  @Test
  void oneServerAtLeastIsNeeded() {
    assertThatThrownBy(() -> Endpoint.parseAll(List.of()))
        .hasMessage("endpoint: none (expected: HOST:PORT)");
  }
}
