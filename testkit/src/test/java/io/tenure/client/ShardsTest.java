package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.view.KeyPage;
import io.tenure.client.view.KeyView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.server.Node;
import io.tenure.server.config.ServerConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that uses keys of several shards. */
final class ShardsTest {
  @TempDir private static Path data;
  private static Node node;

  @BeforeAll
  static void start() throws Exception {
    node =
        Node.embed(
            ServerConfig.load(
                null,
                Map.of(
                    "data",
                    data.toString(),
                    "listen",
                    "127.0.0.1:0",
                    "http-listen",
                    "off",
                    "warm-up",
                    "false",
                    "shards",
                    "low:,high:n")));
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Tenure client() {
    return Tenure.builder().endpoints(node.address()).ttl(Duration.ofSeconds(3)).connect();
  }

  @Test
  void oneSessionHoldsKeysOfAllShardsAndKeepsThemAlive() throws Exception {
    try (Tenure tenure = client()) {
      Hold low = tenure.lock("/a/low").acquire();
      Hold high = tenure.lock("/z/high").acquire();

      assertThat(new CountDownLatch(1).await(3_500, TimeUnit.MILLISECONDS)).isFalse();

      assertThat(low.isValid()).isTrue();
      assertThat(high.isValid()).isTrue();
      assertThat(tenure.get("/a/low").holds()).hasSize(1);
      assertThat(tenure.get("/z/high").holds()).hasSize(1);
    }
  }

  @Test
  void keysOfDifferentShardsAreNotGrantedTogether() throws Exception {
    try (Tenure tenure = client()) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> tenure.lock("/a/one", "/z/two").acquire())
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CROSS_SHARD));
    }
  }

  @Test
  void watchOfEverythingEndsIfThereAreSeveralShards() throws Exception {
    CompletableFuture<Reason> ended = new CompletableFuture<>();
    WatchListener listener =
        new WatchListener() {
          @Override
          public void happened(LockEvent event) {}

          @Override
          public void ended(TenureException why) {
            ended.complete(why.reason());
          }
        };
    try (Tenure tenure = client();
        Watch watch = tenure.watch(new WatchedKeys("/", Scope.SUBTREE), listener)) {
      assertThat(ended.get(30, TimeUnit.SECONDS)).isEqualTo(Reason.CROSS_SHARD);
    }
  }

  @Test
  void listingGoesFromShardToShard() throws Exception {
    try (Tenure tenure = client()) {
      tenure.lock("/a/listed").acquire();
      tenure.lock("/z/listed").acquire();

      KeyPage page = tenure.list("/", "");
      List<String> keys = new ArrayList<>(page.keys().stream().map(KeyView::key).toList());
      while (!page.nextPageToken().isEmpty()) {
        page = tenure.list("/", page.nextPageToken());
        page.keys().forEach(view -> keys.add(view.key()));
      }

      assertThat(keys).containsSubsequence("/a/listed", "/z/listed");
    }
  }

  @Test
  void sessionIsLostAsAWhole() throws Exception {
    List<Loss> losses = new CopyOnWriteArrayList<>();
    try (Tenure tenure = client();
        Session session = tenure.openSession(Duration.ofSeconds(5)).onLost(losses::add)) {
      Hold low = session.lock("/a/whole").acquire();
      Hold high = session.lock("/z/whole").acquire();

      session.close();

      assertThat(low.isValid()).isFalse();
      assertThat(high.isValid()).isFalse();
      assertThat(tenure.lock("/a/whole").tryAcquire()).isPresent();
      assertThat(tenure.lock("/z/whole").tryAcquire()).isPresent();
      Await.until("it is told", () -> losses.equals(List.of(Loss.CLOSED)));
    }
  }
}
