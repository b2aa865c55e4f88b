package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tenure.protocol.v1.CancelWatchRequest;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import java.nio.file.Path;
import java.util.Iterator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchCallTest {
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

  private static Request.Builder watch(String key, boolean subtree) {
    return Request.newBuilder().setWatch(WatchRequest.newBuilder().setKey(key).setSubtree(subtree));
  }

  @Test
  void streamIsToldWhatHappensUntilItCancels() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("test")).getOpenSession().getSession();
    long watch = client.send(watch("/w/1", true));
    assertThat(client.reply(watch).getWatch().hasStarted()).isTrue();

    long token =
        client.call(Ask.acquire(session, 1, "/w/1/a")).getAcquire().getGranted().getToken();
    Events events = client.events(watch);
    Reply cancelled =
        client.call(
            Request.newBuilder().setCancelWatch(CancelWatchRequest.newBuilder().setWatch(watch)));

    assertThat(events.getEvents(0).getKind()).isEqualTo(EventKind.GRANTED);
    assertThat(events.getEvents(0).getToken()).isEqualTo(token);
    assertThat(events.getEvents(0).getTargets(0).getKey()).isEqualTo("/w/1/a");
    assertThat(cancelled.hasCancelWatch()).isTrue();
    TestCluster.await(() -> node.watches().subscribers() == 0);
  }

  @Test
  void plainWatchBeginsWithStartedAndEndsWhenCancelled() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("test")).getOpenSession().getSession();
    ManagedChannel channel = node.channel();
    Iterator<WatchReply> notices =
        TenureGrpc.newBlockingStub(channel).watch(WatchRequest.newBuilder().setKey("/w/2").build());
    long after = notices.next().getStarted().getAfter();

    long token = client.call(Ask.acquire(session, 1, "/w/2")).getAcquire().getGranted().getToken();
    client.call(Ask.release(session, 2, token));

    WatchReply granted = notices.next();
    while (granted.hasProgress()) {
      granted = notices.next();
    }
    channel.shutdownNow();
    assertThat(granted.getEvents().getEvents(0).getRevision()).isEqualTo(token);
    assertThat(after).isLessThan(token);
    TestCluster.await(() -> node.watches().subscribers() == 0);
  }

  @Test
  void endOfTheStreamEndsItsWatches() {
    StreamClient client = node.connect(true);
    long watch = client.send(watch("/w/3", false));
    client.reply(watch);

    client.cancel();

    TestCluster.await(() -> node.watches().subscribers() == 0);
  }

  @Test
  void watchOfNoKeyIsInvalid() {
    Iterator<WatchReply> notices =
        node.blocking().watch(WatchRequest.newBuilder().setKey("nope").build());

    StatusRuntimeException thrown =
        catchThrowableOfType(StatusRuntimeException.class, notices::next);

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }
}
