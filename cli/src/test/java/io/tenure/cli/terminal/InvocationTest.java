package io.tenure.cli.terminal;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.cluster.ClusterFolder;
import java.nio.file.Path;
import java.util.HashMap;
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
  void commandsGetTheLocaleOfTheUserBackAndNothingOfOurOwn() {
    Map<String, String> ours = Map.of("LC_ALL", "C.UTF-8", "TENURE_COMMAND", "t", "PATH", "/bin");

    assertThat(restored(ours)).containsOnly(entry("LC_ALL", "C.UTF-8"), entry("PATH", "/bin"));
    assertThat(restored(with(ours, ""))).containsOnly(entry("PATH", "/bin"));
    assertThat(restored(with(ours, "="))).containsOnly(entry("LC_ALL", ""), entry("PATH", "/bin"));
    assertThat(restored(with(ours, "=C")))
        .containsOnly(entry("LC_ALL", "C"), entry("PATH", "/bin"));
  }

  private static Map<String, String> with(Map<String, String> environment, String locale) {
    Map<String, String> changed = new HashMap<>(environment);
    changed.put("TENURE_LC_ALL", locale);
    return changed;
  }

  private static Map<String, String> restored(Map<String, String> environment) {
    Map<String, String> restored = new HashMap<>(environment);
    new Invocation(environment).restore(restored);
    return restored;
  }

  @Test
  void endpointsComeFromTheEnvironmentOrAreTheDefault(@TempDir Path home) {
    Map<String, String> nothing = Map.of("TENURE_HOME", home.toString());
    Map<String, String> two =
        Map.of("TENURE_HOME", home.toString(), "TENURE_ENDPOINTS", "a:1, b:2 ");

    assertThat(EndpointsOption.defaults(new Invocation(nothing))).containsExactly("localhost:7400");
    assertThat(EndpointsOption.defaults(new Invocation(two))).containsExactly("a:1", "b:2");
  }
}
