package io.tenure.cli;

import static io.tenure.cli.TenureProcess.awaitUntil;
import static java.time.temporal.ChronoUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Target;
import io.tenure.client.plain.PlainLocks;
import io.tenure.client.plain.PlainRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The script that starts the command, as users start it: from a shell, wherever they are. */
final class ScriptTest {
  /** Does as much of what java does as the script needs to make an archive of classes. */
  private static final String NO_REAL_JAVA =
      """
      #!/bin/sh
      if [ "$1" = -version ]; then
        echo 'version "17.0.1"' >&2
      fi
      for argument; do
        case $argument in
          up) echo "$@" ;;
          server) echo 'n1 listens on 127.0.0.1:1, for tests'; exec sleep 60 ;;
          -XX:DumpLoadedClassList=* | -XX:SharedArchiveFile=*) : >"${argument#*=}" ;;
        esac
      done
      """;

  private static final String NO_SUCH_LOCALE =
      "bash: warning: setlocale: LC_ALL: cannot change locale (xx_XX.UTF-8)\n";

  @TempDir private static Path data;
  private static LocalService service;

  @TempDir private Path folder;
  private Checkout checkout;
  private final List<TenureProcess> started = new ArrayList<>();

  @BeforeAll
  static void start() {
    service = LocalService.start(data);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @BeforeEach
  void checkOut() throws IOException {
    checkout = Checkout.in(folder.resolve("check out"));
  }

  @AfterEach
  void endAll() {
    started.forEach(TenureProcess::close);
  }

  @Test
  void runsFromAnywhereAlsoThroughALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a link"), checkout.script());

    for (Path script : List.of(checkout.script(), link)) {
      TenureProcess tenure = start(Map.of(), script.toString(), "--version");

      assertThat(tenure.exitCode()).as(tenure.err()).isZero();
      assertThat(tenure.out()).startsWith("tenure ").hasLineCount(1);
      assertThat(tenure.err()).isEmpty();
    }
    assertThat(checkout.target("tenure.rehearsed")).as("no archive is made here").exists();
  }

  @ParameterizedTest
  @CsvSource({"LC_ALL=C", "LC_ALL=xx_XX.UTF-8", "LANG=POSIX", "LANG=xx_XX.UTF-8", "LANG=C.UTF-8"})
  void argumentsAreUtf8InEveryLocaleAndTheCommandHasItsOwn(String locale) throws IOException {
    String command = "echo \"$1 $TENURE_KEY ${LC_ALL-none} ${LANG-none}\"; env";

    TenureProcess lock =
        shell(
            "unset LC_ALL LC_CTYPE LANG; export %s; \"$TENURE\" lock /gr\u00fcn -- sh -c '%s' - \u20ac"
                .formatted(locale, command));

    assertThat(lock.exitCode()).as(lock.err()).isZero();
    String value = locale.substring(locale.indexOf('=') + 1);
    assertThat(lock.out())
        .startsWith(
            "\u20ac /gr\u00fcn %s\n"
                .formatted(locale.startsWith("LC_ALL") ? value + " none" : "none " + value));
    assertThat(lock.out()).doesNotContain("TENURE_LC_ALL", "TENURE_COMMAND");
    // Bash itself complains of one that the user has, and the system has not.
    assertThat(lock.err().replace(NO_SUCH_LOCALE, "")).isEmpty();
  }

  @Test
  void quitSignalDoesNotWriteThreadsIntoTheOutputOfTheCommand() throws IOException {
    String command = "trap \"echo heard; exit 0\" USR1; echo ready; while :; do sleep 0.1; done";
    TenureProcess lock = shell("exec \"$TENURE\" lock /quit -- sh -c '%s'".formatted(command));
    lock.awaitOut("ready");

    lock.send("QUIT");
    // Served by the same thread of the JVM, so after it.
    lock.send("USR1");

    assertThat(lock.exitCode()).as(lock.err()).isZero();
    assertThat(lock.out()).isEqualTo("ready\nheard\n");
    assertThat(lock.err()).doesNotContain("thread");
  }

  @Test
  void argumentsThatAreNoTextAreRefused() throws IOException {
    TenureProcess lock = shell("\"$TENURE\" lock /a -- echo \"$(printf 'caf\\351')\"");

    assertThat(lock.exitCode()).isEqualTo(2);
    assertThat(lock.out()).isEmpty();
    assertThat(lock.err()).startsWith("tenure: argument: \"caf").endsWith("(expected: UTF-8)\n");
  }

  @Test
  void watchEndsQuietlyWhenNobodyReadsIt() throws IOException {
    TenureProcess pipe =
        shell("{ \"$TENURE\" watch /piped; echo $? > code; } | { head -n 1; echo read > read; }");

    try (PlainLocks locks = PlainLocks.of(List.of(service.address()))) {
      awaitUntil(
          "the reader and then the watch have ended",
          () -> {
            grab(locks, "/piped/key");
            return Files.exists(folder.resolve("read"))
                && TenureProcess.read(folder.resolve("code")).endsWith("\n");
          });
    }

    assertThat(pipe.exitCode()).isZero();
    assertThat(pipe.out()).hasLineCount(1).contains(" /piped/key ");
    assertThat(TenureProcess.read(folder.resolve("code"))).isEqualTo("141\n");
    assertThat(pipe.err()).isEmpty();
  }

  @Test
  void listsThatNobodyReadsAreNotSaidToBeDone() throws IOException {
    TenureProcess pipe =
        shell(
            "{ sleep 0.1; while [ ! -e closed ]; do sleep 0.1; done; \"$TENURE\" simulate --list;"
                + " echo $? > code; } | { exec <&-; : > closed; while [ ! -s code ]; do sleep 0.1;"
                + " done; }");

    assertThat(pipe.exitCode()).isZero();
    assertThat(TenureProcess.read(folder.resolve("code"))).isEqualTo("141\n");
    assertThat(pipe.err()).isEmpty();
  }

  @Test
  void archiveThatWasNotFinishedIsMadeLater() throws IOException {
    Path archive = checkout.target("tenure.jsa");
    Path tried = checkout.target("tenure.rehearsed");
    assertThat(startWithoutJava("--version").exitCode()).isZero();
    awaitUntil("there is an archive", () -> Files.exists(archive) && rehearsals().isEmpty());
    Files.delete(archive);
    Files.createDirectory(checkout.target("rehearsal.before"));

    FileTime lately = FileTime.from(Instant.now().minusSeconds(60).truncatedTo(SECONDS));
    Files.setLastModifiedTime(tried, lately);
    assertThat(startWithoutJava("--version").exitCode()).isZero();
    assertThat(Files.getLastModifiedTime(tried)).as("may still be under way").isEqualTo(lately);

    Files.setLastModifiedTime(tried, FileTime.from(Instant.now().minus(Checkout.AGE.dividedBy(2))));
    assertThat(startWithoutJava("--version").exitCode()).isZero();
    awaitUntil("there is an archive", () -> Files.exists(archive) && rehearsals().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({"checkout, true", "another check out, false"})
  void serversUseTheArchiveIfItsPathHasNoBlank(String name, boolean used) throws IOException {
    checkout = Checkout.in(folder.resolve(name));
    Path archive = checkout.target("tenure.jsa");
    TenureProcess before = startWithoutJava("up");
    assertThat(before.exitCode()).as(before.err()).isZero();
    assertThat(before.out()).endsWith("tenure-cli.jar up\n").doesNotContain("SharedArchive");
    assertThat(startWithoutJava("--version").exitCode()).isZero();
    awaitUntil("there is an archive", () -> Files.exists(archive) && rehearsals().isEmpty());

    TenureProcess up = startWithoutJava("up");

    assertThat(up.exitCode()).as(up.err()).isZero();
    String option = "-XX:SharedArchiveFile=" + archive + " ";
    assertThat(up.out().contains(option)).as(up.out()).isEqualTo(used);
    assertThat(up.out()).contains(" -Xmx512m ").endsWith("tenure-cli.jar up\n");
  }

  private TenureProcess startWithoutJava(String command) throws IOException {
    Path java = folder.resolve("jdk/bin/java");
    if (Files.notExists(java)) {
      Files.createDirectories(java.getParent());
      Files.writeString(java, NO_REAL_JAVA);
      assertThat(java.toFile().setExecutable(true)).isTrue();
    }
    return start(
        Map.of("JAVA_HOME", folder.resolve("jdk").toString()),
        checkout.script().toString(),
        command);
  }

  private List<Path> rehearsals() {
    try (var files = Files.newDirectoryStream(checkout.target(""), "rehearsal.*")) {
      List<Path> found = new ArrayList<>();
      files.forEach(found::add);
      return found;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs a line that finds the script in $TENURE. It is read from a file, so in UTF-8. */
  private TenureProcess shell(String line) throws IOException {
    Path file = Files.writeString(folder.resolve("line"), line + "\n");
    Map<String, String> environment =
        Map.of("TENURE", checkout.script().toString(), "TENURE_ENDPOINTS", service.address());
    return start(environment, "sh", file.toString());
  }

  private TenureProcess start(Map<String, String> environment, String... command) {
    Map<String, String> all = new HashMap<>(Checkout.environment());
    all.putAll(environment);
    TenureProcess process = TenureProcess.start(folder, all, List.of(command));
    started.add(process);
    return process;
  }

  private static void grab(PlainLocks locks, String key) {
    List<Target> targets = List.of(Target.exclusive(key));
    Duration ttl = Duration.ofSeconds(30);
    long token = locks.acquire(new PlainRequest(targets, ttl, Duration.ZERO, "", "test")).token();
    locks.release(key, token);
  }
}
