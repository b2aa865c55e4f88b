package io.tenure.server.api.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.config.FrontEndSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The bytes in flight on a node and on its connections. */
class NodeLoadTest {
  private static final int KIB = 1 << 10;

  /** The node may have 400 KiB, a connection 100 KiB. */
  private static final FrontEndSettings SETTINGS =
      new FrontEndSettings(10, 50, 2, 400 * KIB, 10 * KIB, 1, 1, 1_000, 1_000, 16);

  private final NodeLoad node = new NodeLoad(SETTINGS);
  private final List<ConnectionLoad> closed = new ArrayList<>();

  private ConnectionLoad connection() {
    List<ConnectionLoad> itself = new ArrayList<>();
    ConnectionLoad load = new ConnectionLoad(SETTINGS, node, why -> closed.add(itself.get(0)));
    itself.add(load);
    node.opened(load);
    return load;
  }

  private List<ConnectionLoad> full(int connections) {
    List<ConnectionLoad> all = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      ConnectionLoad each = connection();
      assertThat(each.takeBytes(100 * KIB, false)).isNull();
      all.add(each);
    }
    return all;
  }

  private static void assertOverloaded(@Nullable Error error, String message) {
    assertThat(error).isNotNull();
    assertThat(error.getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(error.getRetry()).isEqualTo(Retry.RETRY_SAFE);
    assertThat(error.getMessage()).startsWith(message);
  }

  @Test
  void connectionMayNotTakeMoreThanItsShare() {
    ConnectionLoad one = connection();
    assertThat(one.takeBytes(60 * KIB, false)).isNull();

    Error refused = one.takeBytes(50 * KIB, false);

    assertOverloaded(
        refused, "in-flight bytes of this connection: 112640 (expected: at most 102400, ");
    assertThat(node.bytes()).isEqualTo(60 * KIB);
    assertThat(connection().takeBytes(50 * KIB, false)).isNull();
  }

  @Test
  void connectionsTogetherMayNotTakeMoreThanTheNodeHas() {
    List<ConnectionLoad> all = full(4);

    Error refused = connection().takeBytes(1, false);

    assertOverloaded(refused, "in-flight bytes of this node: 409601 (expected: at most 409600, ");
    assertThat(node.bytes()).isEqualTo(400 * KIB);
    all.get(0).freeBytes(1);
    assertThat(connection().takeBytes(1, false)).isNull();
  }

  @Test
  void reliefMayTakeHalfAsMuchAgainAndNoMore() {
    full(4);
    for (int i = 0; i < 2; i++) {
      assertThat(connection().takeBytes(100 * KIB, true)).isNull();
    }

    Error refused = connection().takeBytes(1, true);

    assertOverloaded(refused, "in-flight bytes of this node: 614401 (expected: at most 614400, ");
    assertThat(node.bytes()).isEqualTo(600 * KIB);
  }

  @Test
  void whatNoConnectionMayTakeIsRefusedForGood() {
    Error refused = connection().takeBytes(101 * KIB, true);

    assertThat(refused).isNotNull();
    assertThat(refused.getReason()).isEqualTo(Reason.LIMIT_REACHED);
    assertThat(refused.getMessage())
        .startsWith("in-flight bytes: 103424 for one request or reply (expected: at most 102400 ");
  }

  @Test
  void connectionFarBeyondItsShareIsClosedOnce() {
    ConnectionLoad one = connection();
    one.addBytes(200 * KIB);
    assertThat(closed).isEmpty();

    one.addBytes(1);
    one.addBytes(1);

    assertThat(closed).containsExactly(one);
  }

  @Test
  void fullNodeClosesTheConnectionThatKeepsMost() {
    List<ConnectionLoad> all = full(4);
    all.get(1).addIdle(60 * KIB);
    all.get(2).addIdle(90 * KIB);

    assertThat(connection().takeBytes(1, false)).isNotNull();

    assertThat(closed).containsExactly(all.get(2));
  }

  @Test
  void fullNodeClosesNoConnectionForLittle() {
    List<ConnectionLoad> all = full(4);
    all.get(1).addIdle(60 * KIB);
    all.get(2).addIdle(39 * KIB);

    assertThat(connection().takeBytes(1, false)).isNotNull();

    assertThat(closed).isEmpty();
  }

  @Test
  void fullNodeClosesAsManyConnectionsAsMakeRoom() {
    List<ConnectionLoad> all = full(4);
    all.forEach(each -> each.addIdle(30 * KIB));

    assertThat(connection().takeBytes(1, false)).isNotNull();

    assertThat(closed).hasSize(2);
  }

  @Test
  void streamsOfOtherNodesAreAsManyAsConnectionsMayBe() {
    for (int i = 0; i < 10; i++) {
      assertThat(node.takeForwardedStream()).isTrue();
    }

    assertThat(node.takeForwardedStream()).isFalse();

    node.freeForwardedStream();
    assertThat(node.takeForwardedStream()).isTrue();
  }
}
