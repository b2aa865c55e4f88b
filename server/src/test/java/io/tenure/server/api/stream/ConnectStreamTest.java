package io.tenure.server.api.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.api.Ask;
import io.tenure.server.api.StreamClient;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.TestNode;
import io.tenure.server.config.FrontEndSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectStreamTest {
  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;

  @BeforeAll
  static void start() {
    cluster = TestCluster.single(directory);
    node = cluster.leader();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static long open(StreamClient client) {
    return client.call(Ask.openSession("test")).getOpenSession().getSession();
  }

  @Test
  void firstFrameWelcomes() {
    StreamClient client = node.connect(true);

    ServerFrame first = client.frame();

    assertThat(first.getWelcome().getNode()).isEqualTo("n1");
    assertThat(first.getWelcome().getShards(0).getLeaderNode()).isEqualTo("n1");
    assertThat(first.getWelcome().getShards(0).getLeaderAddress()).isEqualTo(node.self.address());
  }

  @Test
  void grantsAndReleases() {
    StreamClient client = node.connect(true);
    long session = open(client);

    long token = client.call(Ask.acquire(session, 1, "/a/1")).getAcquire().getGranted().getToken();
    Reply released = client.call(Ask.release(session, 2, token));

    assertThat(token).isPositive();
    assertThat(released.getRelease().getReleased().getToken()).isEqualTo(token);
  }

  @Test
  void saysQueuedAndLaterGranted() {
    StreamClient client = node.connect(true);
    long holder = open(client);
    long waiter = open(client);
    long token = client.call(Ask.acquire(holder, 1, "/a/2")).getAcquire().getGranted().getToken();

    long waiting = client.send(Ask.acquire(Ask.lock(waiter, 1, "/a/2").setWaitMs(-1)));
    Reply queued = client.reply(waiting);
    client.call(Ask.release(holder, 2, token));
    Reply granted = client.reply(waiting);

    assertThat(queued.getAcquire().getQueued().getStanding().getHolders(0).getToken())
        .isEqualTo(token);
    assertThat(granted.getAcquire().getGranted().getToken()).isGreaterThan(token);
    assertThat(granted.getAcquire().getGranted().getSession()).isEqualTo(waiter);
  }

  @Test
  void timesOutWithTheStandingItQueuedBehind() {
    StreamClient client = node.connect(true);
    long holder = open(client);
    long waiter = open(client);
    long token = client.call(Ask.acquire(holder, 1, "/a/3")).getAcquire().getGranted().getToken();

    long waiting = client.send(Ask.acquire(Ask.lock(waiter, 1, "/a/3").setWaitMs(50)));
    client.reply(waiting);
    Refusal refusal = client.reply(waiting).getAcquire().getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(refusal.getStanding().getHolders(0).getToken()).isEqualTo(token);
  }

  @Test
  void manyRepliesShareAFrame() {
    StreamClient client = node.connect(true);
    long session = open(client);
    Request.Builder[] requests = new Request.Builder[500];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = Ask.acquire(session, i + 1, "/a/4/" + i);
    }

    long first = client.send(requests);
    List<Reply> replies = new ArrayList<>();
    int frames = 0;
    while (replies.size() < requests.length) {
      replies.addAll(client.frame().getRepliesList());
      frames++;
    }

    assertThat(replies).allMatch(reply -> reply.getAcquire().hasGranted());
    assertThat(replies.get(0).getCorrelation()).isEqualTo(first);
    assertThat(frames).isLessThan(50);
  }

  @Test
  void refusesWhatIsMoreThanMayBeInFlight() {
    StreamClient client = node.connect(true);
    long holder = open(client);
    long waiter = open(client);
    client.call(Ask.acquire(holder, 1, "/a/5"));
    int bound = FrontEndSettings.defaults().requestsPerConnection();

    // An owner may not wait this often, so each waits on its own.
    Request.Builder[] waits = new Request.Builder[bound];
    for (int i = 0; i < bound; i++) {
      waits[i] = Ask.acquire(Ask.lock(waiter, i + 1, "/a/5").setWaitMs(-1).setOwner("owner-" + i));
    }
    long first = client.send(waits);
    for (int i = 0; i < bound; i++) {
      assertThat(client.reply(first + i).getAcquire().hasQueued()).isTrue();
    }
    Reply refused = client.call(Ask.acquire(holder, 2, "/a/other"));

    assertThat(refused.getError().getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(refused.getError().getRetry()).isEqualTo(Retry.RETRY_SAFE);
    // What keeps a session alive, or ends a wait, must not be kept out by those that wait.
    assertThat(client.call(Ask.keepAlive(waiter)).getKeepAlive().getTtlMs()).isEqualTo(30_000);
    Request.Builder withdrawal =
        Request.newBuilder()
            .setWithdraw(WithdrawRequest.newBuilder().setSession(waiter).setRequest(1));
    assertThat(client.call(withdrawal).getWithdraw().hasEnded()).isTrue();
    assertThat(client.reply(first).getAcquire().hasRefusal()).isTrue();
    assertThat(client.call(Ask.acquire(holder, 2, "/a/other")).getAcquire().hasGranted()).isTrue();
  }

  @Test
  void correlationInUseEndsTheStream() {
    StreamClient client = node.connect(true);
    long holder = open(client);
    client.call(Ask.acquire(holder, 1, "/a/6"));
    long waiting =
        client.send(Ask.acquire(Ask.lock(holder, 2, "/a/6").setOwner("other").setWaitMs(-1)));
    client.reply(waiting);

    client.send(
        ClientFrame.newBuilder().addRequests(Ask.keepAlive(holder).setCorrelation(waiting)));

    StatusRuntimeException end = (StatusRuntimeException) client.end();
    assertThat(end.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(end.getStatus().getDescription())
        .isEqualTo("correlation: " + waiting + " (expected: one that is not in use)");
  }

  @Test
  void requestWithoutACallIsInvalid() {
    StreamClient client = node.connect(true);

    Reply reply = client.call(Request.newBuilder());

    assertThat(reply.getError().getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    assertThat(reply.getError().getMessage()).isEqualTo("call: none (expected: one)");
  }

  @Test
  void halfClosedStreamIsCompletedWhenAllIsAnswered() {
    StreamClient client = node.connect(true);
    long opened = client.send(Ask.openSession("last words"));

    client.halfClose();

    assertThat(client.reply(opened).getOpenSession().getSession()).isPositive();
    assertThat(client.end()).isNull();
  }
}
