package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InvocationTest {
  @Test
  void withoutAnythingSetItIsAPlainCommandOfAPerson() {
    Invocation plain = new Invocation(Map.of());

    assertThat(plain.command()).isEqualTo("tenure");
    assertThat(plain.home()).isEqualTo(Path.of(System.getProperty("user.home"), ".tenure"));
    assertThat(plain.isInteractive()).isFalse();
  }

  @Test
  void environmentSaysWhereAndHow() {
    Invocation set =
        new Invocation(
            Map.of("TENURE_COMMAND", "./tenure", "TENURE_HOME", "/h", "TENURE_TERMINAL", "yes"));

    assertThat(set.command()).isEqualTo("./tenure");
    assertThat(ClusterFolder.standard(set)).isEqualTo(Path.of("/h/cluster"));
    assertThat(set.isInteractive()).isTrue();
    assertThat(new Invocation(Map.of("HOSTNAME", "host")).clientName())
        .isEqualTo(System.getProperty("user.name") + "@host");
  }

  @Test
  void endpointsComeFromTheEnvironmentOrAreTheDefault(@TempDir Path home) {
    Map<String, String> nothing = Map.of("TENURE_HOME", home.toString());
    Map<String, String> two = Map.of("TENURE_HOME", home.toString(), "TENURE_ENDPOINTS", "a:1,b:2");

    assertThat(EndpointsOption.defaults(new Invocation(nothing))).containsExactly("localhost:7400");
    assertThat(EndpointsOption.defaults(new Invocation(two))).containsExactly("a:1", "b:2");
  }
}
