package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Scope;
import io.tenure.client.Tenure;
import io.tenure.client.Watch;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.Shard;
import io.tenure.testkit.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The leader has an address that is of no use to the client, as behind a gateway: one node can be
 * reached, and what it says about where others are leads nowhere.
 */
@Tag("full")
final class UnreachableLeaderTest {
  private TestCluster cluster;
  private FrameProxy proxy;
  private Tenure tenure;
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() {
    cluster = TestCluster.start();
  }

  @AfterEach
  void stop() {
    tenure.close();
    proxy.close();
    cluster.close();
  }

  /** Connects to one node, a follower. */
  private void connect(int leaderPort, Duration ttl) throws IOException {
    String leader = cluster.leader();
    String follower = cluster.nodes().stream().filter(n -> !n.equals(leader)).findFirst().get();
    String target = cluster.endpoints().get(cluster.nodes().indexOf(follower));
    proxy = new FrameProxy(target, frame -> relocate(frame, "127.0.0.1:" + leaderPort));
    tenure =
        Tenure.builder()
            .endpoints(proxy.endpoint())
            .ttl(ttl)
            .timeout(Duration.ofSeconds(60))
            .connect();
  }

  private static ServerFrame relocate(ServerFrame frame, String address) {
    ServerFrame.Builder changed = frame.toBuilder();
    if (frame.hasWelcome()) {
      changed.getWelcomeBuilder().getShardsBuilderList().stream()
          .filter(shard -> !shard.getLeaderAddress().isEmpty())
          .forEach((Shard.Builder shard) -> shard.setLeaderAddress(address));
    }
    changed.getRepliesBuilderList().stream()
        .filter(Reply.Builder::hasError)
        .map(Reply.Builder::getErrorBuilder)
        .filter(error -> !error.getLeaderAddress().isEmpty())
        .forEach(error -> error.setLeaderAddress(address));
    return changed.build();
  }

  @Test
  void locksAreHeldAndKeptAliveThroughAnotherNode() throws Exception {
    try (Socket nobody = new Socket()) {
      // Bound, so that nobody else gets the port; but who connects to it is refused.
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      connect(nobody.getLocalPort(), Duration.ofSeconds(3));

      Hold hold = tenure.lock("/u/held").acquire().onLost(losses::add);
      CompletableFuture<Hold> waits = tenure.lock("/u/held").acquireAsync();
      // Three in each term: it has outlived the first one.
      Await.until("kept alive", () -> proxy.count("passed on: answered KEEP_ALIVE") > 4);

      assertThat(losses).isEmpty();
      assertThat(hold.isValid()).isTrue();
      assertThat(tenure.get("/u/held").holds()).extracting(HoldView::token).contains(hold.token());
      hold.release();
      assertThat(waits.get(30, TimeUnit.SECONDS).token()).isGreaterThan(hold.token());
      assertThat(proxy.story()).contains("passed on: answered ACQUIRE");
      assertThat(proxy.story()).doesNotContain("answered ACQUIRE");
    }
  }

  @Test
  void watchGoesOnThroughAnotherNodeWhenTheOneThatPassesOnIsGone() throws Exception {
    try (Socket nobody = new Socket()) {
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      List<FrameProxy> proxies = proxiesOfFollowers("127.0.0.1:" + nobody.getLocalPort());
      List<String> seen = new CopyOnWriteArrayList<>();
      tenure =
          Tenure.builder().endpoints(proxies.stream().map(FrameProxy::endpoint).toList()).connect();
      Watch unused =
          tenure.watch(
              new WatchedKeys("/u", Scope.SUBTREE),
              1,
              event -> seen.add(event.kind() + " " + event.targets().get(0).key()));
      try (Tenure other = cluster.connect()) {
        other.lock("/u/before").acquire();
        Await.until("it is seen", () -> seen.contains("GRANTED /u/before"));
        FrameProxy passing =
            proxies.stream()
                .filter(each -> each.count("passed on: asked WATCH") > 0)
                .findFirst()
                .get();

        passing.close();
        other.lock("/u/after").acquire();

        Await.until("it is seen", () -> seen.contains("GRANTED /u/after"));
        assertThat(seen).doesNotHaveDuplicates();
      } finally {
        proxies.forEach(FrameProxy::close);
      }
    }
  }

  private List<FrameProxy> proxiesOfFollowers(String leaderAddress) throws IOException {
    List<FrameProxy> proxies = new ArrayList<>();
    for (String node : cluster.nodes()) {
      if (!node.equals(cluster.leader())) {
        String target = cluster.endpoints().get(cluster.nodes().indexOf(node));
        proxies.add(new FrameProxy(target, frame -> relocate(frame, leaderAddress)));
      }
    }
    proxy = proxies.get(0);
    return proxies;
  }

  @Test
  void leaderMayChangeBehindTheNodeThatPassesOn() throws Exception {
    // Takes connections, and says nothing.
    try (ServerSocket silence = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      connect(silence.getLocalPort(), Duration.ofSeconds(30));
      Hold hold = tenure.lock("/u/held").acquire().onLost(losses::add);
      CompletableFuture<Hold> waits = tenure.lock("/u/held").acquireAsync();
      Await.until("it waits", () -> tenure.get("/u/held").waiting() == 1);
      assertThat(proxy.story()).contains("passed on: answered ACQUIRE");

      cluster.killLeader();
      Hold next = tenure.lock("/u/next").acquire();
      hold.release();

      assertThat(next.token()).isGreaterThan(hold.token());
      assertThat(waits.get(60, TimeUnit.SECONDS).isValid()).isTrue();
      assertThat(losses).isEmpty();
    }
  }
}
