package io.tenure.server.api.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.ListSessionsReply;
import io.tenure.protocol.v1.ListSessionsRequest;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.SessionView;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.TestNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionPagesTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.steady(directory, "", "m");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void everyNodeListsTheSessionsOfAllShardsPageByPage() {
    List<Long> opened = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      opened.add(open(0, "low " + i));
    }
    opened.add(open(1, "high"));

    for (TestNode node : cluster.nodes()) {
      List<SessionView> all = list(node, 2);

      assertThat(all).extracting(SessionView::getSession).containsAll(opened);
      assertThat(all).extracting(SessionView::getSession).doesNotHaveDuplicates().isSorted();
      assertThat(all)
          .filteredOn(session -> opened.contains(session.getSession()))
          .extracting(SessionView::getClientName)
          .containsExactly("low 0", "low 1", "low 2", "low 3", "low 4", "high");
    }
  }

  @Test
  void whatASessionHasIsCountedOnceWhateverItsKeys() {
    long holder = open(0, "holder");
    acquire(holder, 0, "/count/a", "/count/b");
    acquire(holder, 0, "/count/c");
    long waiter = open(0, "waiter");
    ListenableFuture<AcquireReply> waiting =
        TenureGrpc.newFutureStub(cluster.leader().channel())
            .acquire(request(waiter, -1, "/count/b", "/count/c"));

    TestCluster.await(() -> find(waiter).getWaiting() == 1);

    assertThat(find(waiter).getHolds()).isZero();
    assertThat(find(holder).getHolds()).isEqualTo(2);
    assertThat(find(holder).getWaiting()).isZero();
    assertThat(find(holder).getTtlMs()).isEqualTo(20_000);
    assertThat(find(holder).getRemainingMs()).isBetween(1L, 20_000L);
    waiting.cancel(true);
  }

  @Test
  void placeThatNoPageEndedAtIsInvalid() {
    for (String token : List.of("x", "-1", Long.toUnsignedString(2L << 53))) {
      ListSessionsRequest request = ListSessionsRequest.newBuilder().setPageToken(token).build();

      StatusRuntimeException thrown =
          catchThrowableOfType(
              StatusRuntimeException.class, () -> admin(cluster.leader()).listSessions(request));

      assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
      assertThat(thrown).hasMessageContaining("page token: unknown");
    }
  }

  private static long open(int shard, String name) {
    OpenSessionRequest request =
        OpenSessionRequest.newBuilder()
            .setShard(shard)
            .setTtlMs(20_000)
            .setClientName(name)
            .build();
    return cluster.leader(shard).blocking().openSession(request).getSession();
  }

  private static void acquire(long session, long waitMillis, String... keys) {
    AcquireReply reply = cluster.leader().blocking().acquire(request(session, waitMillis, keys));
    assertThat(reply.hasGranted()).isTrue();
  }

  private static AcquireRequest request(long session, long waitMillis, String... keys) {
    AcquireRequest.Builder request =
        AcquireRequest.newBuilder().setSession(session).setWaitMs(waitMillis);
    for (String key : keys) {
      request.addTargets(Target.newBuilder().setKey(key));
    }
    return request.build();
  }

  private static SessionView find(long session) {
    return list(cluster.leader(), 0).stream()
        .filter(view -> view.getSession() == session)
        .findFirst()
        .orElseThrow();
  }

  private static List<SessionView> list(TestNode node, int pageSize) {
    List<SessionView> all = new ArrayList<>();
    String token = "";
    do {
      ListSessionsReply page =
          admin(node)
              .listSessions(
                  ListSessionsRequest.newBuilder()
                      .setPageSize(pageSize)
                      .setPageToken(token)
                      .build());
      assertThat(pageSize == 0 || page.getSessionsCount() <= pageSize).isTrue();
      all.addAll(page.getSessionsList());
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return all;
  }

  private static AdminGrpc.AdminBlockingStub admin(TestNode node) {
    return AdminGrpc.newBlockingStub(node.channel());
  }
}
