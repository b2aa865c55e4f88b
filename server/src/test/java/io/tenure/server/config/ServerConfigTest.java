package io.tenure.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.Level;

final class ServerConfigTest {
  private static final String THREE = "n1=10.0.0.1:7400,n2=10.0.0.2:7400/9000,n3=10.0.0.3:7400";

  @TempDir Path folder;

  @Test
  void onlyTheDataDirectoryMustBeSet() throws StartRefusedException {
    ServerConfig config = ServerConfig.load(null, Map.of("data", "/var/lib/tenure"));

    assertThat(config.id()).isEqualTo("n1");
    assertThat(config.storage())
        .isEqualTo(
            new ServerConfig.Storage(Path.of("/var/lib/tenure"), 64 << 20, 64 << 20, 1_000_000));
    assertThat(config.addresses().listen()).hasToString("127.0.0.1:7400");
    assertThat(config.addresses().raft()).hasToString("127.0.0.1:7401");
    assertThat(config.addresses().http()).map(Address::toString).contains("127.0.0.1:7402");
    assertThat(config.addresses().self()).hasToString("n1=127.0.0.1:7400/7401");
    assertThat(config.addresses().peers()).containsExactly(config.addresses().self());
    assertThat(config.addresses().others()).isEmpty();
    assertThat(config.shards()).containsExactly(new ShardRange("main", ""));
    assertThat(config.batching()).isEqualTo(new ServerConfig.Batching(1_024, 1 << 20, 2, 20_000));
    assertThat(config.connections())
        .isEqualTo(new ServerConfig.Connections(20_000, 4_096, 1 << 20));
    assertThat(config.watch()).isEqualTo(new ServerConfig.WatchLimits(100_000, 64 << 20, 20_000));
    assertThat(config.elections())
        .isEqualTo(
            new ServerConfig.Elections(Duration.ofMillis(300), Duration.ofMillis(600), true, true));
    assertThat(config.logLevel()).isEqualTo(Level.INFO);
  }

  @Test
  void withoutDataDirectoryNothingStarts() {
    assertThatThrownBy(() -> ServerConfig.load(null, Map.of()))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage("data: not set (expected: a directory that no other node uses)");
  }

  @Test
  void fileIsReadAndFlagsOverrideIt() throws Exception {
    Path file =
        file(
            """
            # A comment, and an empty line:

              data = /var/lib/tenure
            batches-in-flight=4
            log-level = debug
            warm-up = false
            http-listen = off
            """);

    ServerConfig config = ServerConfig.load(file, Map.of("batches-in-flight", "8"));

    assertThat(config.storage().data()).isEqualTo(Path.of("/var/lib/tenure"));
    assertThat(config.batching().inFlight()).isEqualTo(8);
    assertThat(config.logLevel()).isEqualTo(Level.DEBUG);
    assertThat(config.elections().warmUp()).isFalse();
    assertThat(config.addresses().http()).isEmpty();
  }

  @Test
  void unknownSettingIsRefusedWithItsPlaceAndTheNearestKnownOne() throws IOException {
    Path file = file("data = /x\nlisen = 127.0.0.1:7400\n");

    assertThatThrownBy(() -> ServerConfig.load(file, Map.of()))
        .hasMessage(file + ":2: lisen: unknown setting (nearest: listen)");
    assertThatThrownBy(() -> ServerConfig.load(null, Map.of("batch-request", "1")))
        .hasMessage("--batch-request: unknown setting (nearest: batch-requests)");
    assertThatThrownBy(() -> ServerConfig.load(null, Map.of("zzz", "1")))
        .hasMessage("--zzz: unknown setting");
  }

  @Test
  void settingThatComesTwiceIsRefused() throws IOException {
    Path file = file("data = /x\nid = a\n\nid = b\n");

    assertThatThrownBy(() -> ServerConfig.load(file, Map.of()))
        .hasMessage(file + ":4: id: set twice (first in line 2)");
  }

  @Test
  void lineThatIsNoSettingIsRefused() throws IOException {
    Path file = file("data = /x\nlisten 127.0.0.1:7400\n");

    assertThatThrownBy(() -> ServerConfig.load(file, Map.of()))
        .hasMessage(file + ":2: \"listen 127.0.0.1:7400\" (expected: key = value)");
  }

  @Test
  void badValueIsRefusedWithItsPlaceAndWhatWasExpected() throws IOException {
    Path file = file("data = /x\nlisten = x\n");

    assertThatThrownBy(() -> ServerConfig.load(file, Map.of()))
        .hasMessage(file + ":2: listen: \"x\" (expected: HOST:PORT)");
    assertThatThrownBy(() -> load("batches-in-flight", "17"))
        .hasMessage("--batches-in-flight: \"17\" (expected: 1 to 16)");
  }

  @Test
  void fileThatCannotBeReadIsRefused() throws IOException {
    Path missing = folder.resolve("missing");
    Path latin = folder.resolve("latin");
    Files.write(latin, "data = /ä".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> ServerConfig.load(missing, Map.of()))
        .hasMessage("config: " + missing + " (expected: a readable file)");
    assertThatThrownBy(() -> ServerConfig.load(latin, Map.of()))
        .hasMessage("config: " + latin + " (expected: text in UTF-8)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7400", "host:", ":7400", "host:70000", "::1:7400", "a b:1", "host:1/2", "h:-1"})
  void addressMustBeHostAndPort(String text) {
    assertThatThrownBy(() -> load("listen", text))
        .hasMessageStartingWith("--listen: \"" + text + "\" (expected: HOST:PORT");
  }

  @Test
  void addressMayBeIpv6() throws StartRefusedException {
    ServerConfig config = load("listen", "[::1]:7400");

    assertThat(config.addresses().listen()).isEqualTo(new Address("::1", 7400));
    assertThat(config.addresses().raft()).hasToString("[::1]:7401");
  }

  @Test
  void withoutFixedPortNoOtherPortIsFixed() throws StartRefusedException {
    ServerConfig config = load("listen", "127.0.0.1:0");

    assertThat(config.addresses().raft().port()).isZero();
    assertThat(config.addresses().http()).map(Address::port).contains(0);
  }

  @Test
  void portsBeyondTheLastAreNotMadeUp() {
    assertThatThrownBy(() -> load("listen", "127.0.0.1:65535"))
        .hasMessage(
            "raft-listen: not set (expected: to be set, as listen's port + 1 would be 65536)");
  }

  @ParameterizedTest
  @CsvSource({"raft-listen,127.0.0.1:7400", "http-listen,0.0.0.0:7401"})
  void portsMustDiffer(String setting, String address) {
    assertThatThrownBy(() -> load(setting, address))
        .hasMessageStartingWith("--" + setting + ": " + address + " (expected: another port than");
  }

  @Test
  void peersNameEveryNodeAndThisOneListensAtItsOwnAddress() throws StartRefusedException {
    ServerConfig config = load("id", "n2", "peers", THREE);

    assertThat(config.addresses().listen()).hasToString("10.0.0.2:7400");
    assertThat(config.addresses().raft()).hasToString("10.0.0.2:9000");
    assertThat(config.addresses().http()).map(Address::toString).contains("10.0.0.2:7402");
    assertThat(config.addresses().self()).hasToString("n2=10.0.0.2:7400/9000");
    assertThat(config.addresses().others())
        .extracting(Peer::toString)
        .containsExactly("n1=10.0.0.1:7400/7401", "n3=10.0.0.3:7400/7401");
  }

  @Test
  void nodeMayListenOnEveryAddressOfItsMachine() throws StartRefusedException {
    ServerConfig config =
        load("peers", THREE, "listen", "0.0.0.0:7400", "raft-listen", "[::]:7401");

    assertThat(config.addresses().self().address()).hasToString("10.0.0.1:7400");
    assertThat(config.addresses().raft().isWildcard()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "listen,10.0.0.9:7400,10.0.0.1:7400",
    "listen,0.0.0.0:7500,10.0.0.1:7400",
    "raft-listen,10.0.0.1:0,10.0.0.1:7401",
  })
  void nodeMustListenWhereItsPeersLookForIt(String setting, String address, String promised) {
    assertThatThrownBy(() -> load("peers", THREE, setting, address))
        .hasMessageStartingWith(
            "--" + setting + ": " + address + " (expected: " + promised + " as in peers");
  }

  @Test
  void peersMustIncludeThisNode() {
    assertThatThrownBy(() -> load("id", "n4", "peers", THREE))
        .hasMessage("--peers: no n4 (expected: this node, n4, among them)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1                       | \"n1\" (expected: ID=HOST:PORT[/RAFTPORT])",
        "n1=h:1/x                 | \"n1=h:1/x\" (expected: ID=HOST:PORT[/RAFTPORT])",
        "n1=h:0                   | \"n1=h:0\" (expected: ports from 1 to 65535)",
        "n1=h:65535               | \"n1=h:65535\" (expected: ports from 1 to 65535)",
        "n1=h:1/70000             | \"n1=h:1/70000\" (expected: ports from 1 to 65535)",
        "n1=0.0.0.0:1             | \"n1=0.0.0.0:1\" (expected: a host that others can connect to)",
        "n 1=h:1                  | \"n 1\" (expected: 1 to 64 of A-Z a-z 0-9 . _ -)",
        "=h:1                     | \"\" (expected: 1 to 64 of A-Z a-z 0-9 . _ -)",
        "n1=h:1,                  | \"\" (expected: ID=HOST:PORT[/RAFTPORT])",
        "n1=h:1,n1=h:5            | n1 twice (expected: distinct ids and addresses)",
        "n1=h:1,n2=h:1/9          | h:1 twice (expected: distinct ids and addresses)",
        "n1=h:1,n2=h:2            | h:2 twice (expected: distinct ids and addresses)",
        "n1=h:1/1                 | h:1 twice (expected: distinct ids and addresses)",
      })
  void badPeersAreRefused(String peers, String message) {
    assertThatThrownBy(() -> load("peers", peers)).hasMessage("--peers: " + message);
  }

  @Test
  void tenPeersAreTooMany() {
    String ten = "n1=a:1,n2=b:1,n3=c:1,n4=d:1,n5=e:1,n6=f:1,n7=g:1,n8=h:1,n9=i:1,n10=j:1";

    assertThatThrownBy(() -> load("peers", ten)).hasMessage("--peers: 10 nodes (expected: 1 to 9)");
  }

  @Test
  void emptyPeersMeanASingleNode() throws StartRefusedException {
    assertThat(load("peers", "").addresses().others()).isEmpty();
  }

  @Test
  void idIsAtMost64SafeCharacters() throws StartRefusedException {
    assertThat(load("id", "a".repeat(64)).id()).hasSize(64);
    assertThatThrownBy(() -> load("id", "a".repeat(65))).hasMessageStartingWith("--id: \"aaa");
    assertThatThrownBy(() -> load("id", "../x")).hasMessageStartingWith("--id: \"../x\"");
  }

  @Test
  void shardsDivideTheKeys() throws StartRefusedException {
    List<ShardRange> shards = load("shards", "low, mid:g , high:n").shards();

    assertThat(shards)
        .containsExactly(
            new ShardRange("low", ""), new ShardRange("mid", "g"), new ShardRange("high", "n"));
    assertThat(ShardRange.canonical(shards)).isEqualTo("low:,mid:g,high:n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "low:a           | \"low:a\" (expected: the first shard to start from nothing)",
        "low:,high:      | \"high:\" (expected: FROM to be greater than that of low)",
        "a:,b:n,c:n      | \"c:n\" (expected: FROM to be greater than that of b)",
        "a:,b:n,c:m      | \"c:m\" (expected: FROM to be greater than that of b)",
        "a:,a:n          | a twice (expected: distinct names)",
        "a:,b:n/m        | \"b:n/m\" (expected: FROM to be the first segment of a key, without /)",
        "a:,b:..         | \"b:..\" (expected: FROM to be the first segment of a key, without /)",
        "a b             | \"a b\" (expected: NAME:FROM, NAME being 1 to 64 of A-Z a-z 0-9 . _ -)",
      })
  void badShardsAreRefused(String shards, String message) {
    assertThatThrownBy(() -> load("shards", shards)).hasMessage("--shards: " + message);
  }

  @Test
  void seventeenShardsAreTooMany() {
    StringBuilder shards = new StringBuilder("s:");
    for (char from = 'a'; from < 'a' + 16; from++) {
      shards.append(",s").append(from).append(':').append(from);
    }

    assertThatThrownBy(() -> load("shards", shards.toString()))
        .hasMessage("--shards: 17 shards (expected: 1 to 16)");
  }

  @Test
  void electionTimeoutsMustLeaveRoomForChance() {
    assertThatThrownBy(() -> load("election-timeout-max", "300ms"))
        .hasMessage(
            "--election-timeout-max: 300ms (expected: more than election-timeout-min, 300ms)");
  }

  @ParameterizedTest
  @CsvSource({"log-level,INFO", "log-level,loud", "warm-up,yes", "crash-trigger,TRUE", "data,''"})
  void wordsAreTakenLiterally(String setting, String text) {
    assertThatThrownBy(() -> load(setting, text))
        .hasMessageStartingWith("--" + setting + ": \"" + text + "\" (expected: ");
  }

  private static ServerConfig load(String... flags) throws StartRefusedException {
    Map<String, String> all = new HashMap<>(Map.of("data", "/x"));
    for (int i = 0; i < flags.length; i += 2) {
      all.put(flags[i], Optional.ofNullable(flags[i + 1]).orElse(""));
    }
    return ServerConfig.load(null, all);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("tenure.conf"), text);
  }
}
