package io.tenure.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tenure.server.config.Setting;
import io.tenure.server.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What every command says about itself, and about arguments that it cannot take. */
final class UsageTest {
  private final CommandRun command = new CommandRun();

  static Stream<String> commands() {
    return below(Main.commandLine(), "").stream();
  }

  private static List<String> below(CommandLine command, String path) {
    List<String> paths = new ArrayList<>();
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              paths.add((path + " " + name).strip());
              paths.addAll(below(sub, (path + " " + name).strip()));
            });
    return paths;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpWithExamples(String path) {
    int exitCode = command.run((path + " --help").split(" "));

    assertThat(exitCode).isZero();
    assertThat(command.out())
        .startsWith("Usage: tenure " + path)
        .contains("Examples:")
        .containsPattern("  (tenure|token=\\$\\(tenure) ");
    assertThat(command.err()).isEmpty();
  }

  @Test
  void everySettingIsAFlagOfTheServer() {
    command.run("server", "--help");

    assertThat(Settings.ALL).isNotEmpty();
    assertThat(command.out())
        .contains(Settings.ALL.stream().map(Setting::name).map(name -> "--" + name + "=").toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          acquire                             | Missing required parameter: 'KEY'
          acquire /a --ttl 30                 | Invalid value for option '--ttl': "30" (expected: a time in whole ms, such as 500ms, 1.5s, 5m, 1m30s or 2h)
          acquire /a --wait never             | Invalid value for option '--wait': "never" (expected
          acquire /a --shared --permits 2     | Error: --shared, --permits=N are mutually exclusive
          acquire /a -o xml                   | Invalid value for option '--output': output: xml (expected: text or json)
          acquire /a --endpoints 7400         | endpoint: "7400" (expected: HOST:PORT)
          acquire /a --ttl 500ms              | ttl: 0.5 s (expected: 1 s to 600 s)
          acquire /a --ttl 999999999h         | ttl: 3
          acquire /a --wait 999999999h        | wait: PT999999999H (expected: 0 to 1 day, or forever)
          renew /a                            | Missing required parameter: 'TOKEN'
          release /a x                        | Invalid value for positional parameter at index 1 (TOKEN)
          lock                                | Missing required parameter: 'KEY'
          lock -- true                        | Missing required parameter: 'KEY'
          lock /a no-such-tool all            | key: "no-such-tool" (expected: a path that starts with /); to run a command while the lock is held: tenure lock /a -- no-such-tool all (see
          lock no-such-tool                   | key: "no-such-tool" (expected: a path that starts with /) (see
          acquire no-such-tool                | key: "no-such-tool" (expected: a path that starts with /) (see
          acquire /a no-such-tool -v          | key: "no-such-tool" (expected: a path that starts with /); to run a command while the lock is held: tenure lock /a -- no-such-tool -v (see
          lock /a --                          | missing COMMAND after --
          lock /a --wait 1s --no-wait         | Error: --wait=TIME, --no-wait are mutually exclusive
          lock /a --wait 25h                  | wait: PT25H (expected: 0 to 1 day)
          lock /a --ttl 500ms                 | ttl: 0.5 s (expected: 1 s to 600 s)
          lock /a --grace 5s -- true          | grace: 5 s (expected: 0 to 3.333 s, a third of the TTL; a longer grace needs a longer --ttl)
          lock /a --grace 999999999h -- true  | grace: 3599999996400 s (expected: 0 to 3.333 s, a third of the TTL
          elect a --ttl 3s --grace 2s -- true | grace: 2 s (expected: 0 to 1 s, a third of the TTL
          lock /a --no-such-option -- ls -l   | Unknown option: '--no-such-option'
          elect a                             | missing -- COMMAND
          elect a b -- true                   | names: 2 (expected: 1); to run a command while elected: tenure elect a -- b -- true (see
          elect a --no-such-option -- true    | Unknown option: '--no-such-option'
          elect -- true                       | Missing required parameter: 'NAME'
          elect a --forever --wait 1s -- true | --forever cannot be combined with --wait or --no-wait
          show                                | Missing required parameter: 'KEY'
          revoke /a                           | Missing required option: '--token=TOKEN'
          raise-revision                      | Missing required option: '--above=TOKEN'
          completion fish                     | shell: fish (expected: bash or zsh)
          watch / --from x                    | Invalid value for option '--from'
          status --endpoints a:1,b            | endpoint: "b" (expected: HOST:PORT)
          member                              | missing command
          member add n4                       | Invalid value for positional parameter at index 0 (ID=HOST:PORT[/RAFTPORT]): member: "n4" (expected: ID=HOST:PORT[/RAFTPORT])
          member add n4=host:0                | Invalid value for positional parameter at index 0 (ID=HOST:PORT[/RAFTPORT]): port: 0 (expected: 1 to 65535)
          member add n4=host:99999            | Invalid value for positional parameter at index 0 (ID=HOST:PORT[/RAFTPORT]): port: 99999 (expected: 1 to 65535)
          member add n4=host:65535            | Invalid value for positional parameter at index 0 (ID=HOST:PORT[/RAFTPORT]): raft port: 65536 (expected: 1 to 65535)
          cluster                             | missing command
          cluster up --nodes 10 --dir target/none      | nodes: 10 (expected: 1 to 9)
          cluster up --base-port 65520 --dir target/none | base-port: 65520 (expected: 1 to 65513)
          cluster up --set id=x --dir target/none      | --set id: this setting is derived for each node
          cluster kill n1 --signal HUP        | Invalid value for option '--signal': "HUP" (expected: 9, TERM, STOP or CONT)
          server --no-such-setting 1          | Unknown options: '--no-such-setting', '1'
          """)
  void badUsageIsOneLineAndExitCodeTwo(String arguments, String message) {
    int exitCode = command.run(arguments.split(" "));

    assertThat(command.err()).hasLineCount(1).startsWith("tenure: " + message);
    assertThat(exitCode).isEqualTo(2);
    assertThat(command.out()).isEmpty();
  }

  static Stream<Arguments> tooMuch() {
    String keys = IntStream.rangeClosed(1, 17).mapToObj(i -> "/" + i).collect(joining(" "));
    return Stream.of(
        arguments("acquire  --shared", "key: 0 bytes (expected: "),
        arguments("acquire /" + "a".repeat(600), "key: 601 bytes (expected: "),
        arguments(
            "acquire /a --value " + "v".repeat(5_000), "value: 5000 bytes (expected: at most"),
        arguments("acquire /a --name " + "n".repeat(200), "name: 200 bytes (expected: at most 128"),
        arguments("acquire " + keys, "targets: 17 (expected: 1 to 16)"),
        arguments("lock /" + "a".repeat(600), "key: 601 bytes (expected: "),
        arguments("lock /a --value " + "v".repeat(5_000), "value: 5000 bytes (expected: at most"),
        arguments("lock /a --name " + "n".repeat(200), "name: 200 bytes (expected: at most 128"),
        arguments("lock " + keys + " -- true", "targets: 17 (expected: 1 to 16)"),
        arguments("elect " + "a".repeat(600) + " -- true", "key: 611 bytes (expected: "));
  }

  @ParameterizedTest
  @MethodSource("tooMuch")
  void whatIsTooLongOrTooMuchIsBadUsage(String arguments, String message) {
    int exitCode = command.run(arguments.split(" "));

    assertThat(command.err()).hasLineCount(1).startsWith("tenure: " + message);
    assertThat(exitCode).isEqualTo(2);
    assertThat(command.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          server                                  | data: not set (expected: a directory that no other node uses)
          server --data d --listen here           | --listen: "here" (expected: HOST:PORT)
          server --config target/no-such-file     | config: target/no-such-file (expected: a readable file)
          cluster up --set lisen=1 --dir target/none | --lisen: unknown setting (nearest: listen)
          cluster status --dir target/no-cluster  | no cluster in
          """)
  void whatCannotBeDoneIsOneLineAndExitCodeOne(String arguments, String message) {
    int exitCode = command.run(arguments.split(" "));

    assertThat(command.err()).hasLineCount(1).startsWith("tenure: " + message);
    assertThat(exitCode).isEqualTo(1);
    assertThat(command.out()).isEmpty();
  }
}
