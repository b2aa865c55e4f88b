package io.tenure.server.api.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.api.Ask;
import io.tenure.server.api.StreamClient;
import io.tenure.server.api.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForwardingTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestCluster.steady(directory, "");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void followerPassesPlainCallsOn() {
    TenureGrpc.TenureBlockingStub follower = cluster.follower().blocking();

    Granted granted =
        follower
            .acquire(
                AcquireRequest.newBuilder().addTargets(Target.newBuilder().setKey("/f/1")).build())
            .getGranted();
    var released =
        follower.release(
            ReleaseRequest.newBuilder().setKey("/f/1").setToken(granted.getToken()).build());
    var view = follower.get(GetRequest.newBuilder().setKey("/f/1").build());

    assertThat(released.getReleased().getToken()).isEqualTo(granted.getToken());
    assertThat(view.getRevision()).isGreaterThanOrEqualTo(granted.getToken() + 1);
  }

  @Test
  void followerTellsAClientThatFollowsHintsWhereToGo() {
    StreamClient client = cluster.follower().connect(true);

    Reply reply = client.call(Ask.openSession("test"));

    assertThat(reply.getError().getReason()).isEqualTo(Reason.NOT_LEADER);
    assertThat(reply.getError().getLeaderAddress()).isEqualTo(cluster.leader().self.address());
  }

  @Test
  void followerPassesRequestsOfAStreamOn() {
    StreamClient client = cluster.follower().connect(false);
    long holder = client.call(Ask.openSession("holder")).getOpenSession().getSession();
    long waiter = client.call(Ask.openSession("waiter")).getOpenSession().getSession();
    long token = client.call(Ask.acquire(holder, 1, "/f/2")).getAcquire().getGranted().getToken();

    long waiting = client.send(Ask.acquire(Ask.lock(waiter, 1, "/f/2").setWaitMs(-1)));
    Reply queued = client.reply(waiting);
    client.call(Ask.release(holder, 2, token));
    Reply granted = client.reply(waiting);

    assertThat(queued.getAcquire().hasQueued()).isTrue();
    assertThat(granted.getAcquire().getGranted().getToken()).isGreaterThan(token);
  }
}
