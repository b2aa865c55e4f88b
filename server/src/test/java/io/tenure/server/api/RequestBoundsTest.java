package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ClientFrame;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.server.api.forward.Forwarding;
import io.tenure.server.config.FrontEndSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestBoundsTest {
  private static final FrontEndSettings SMALL =
      new FrontEndSettings(3, 50, 2, 32 << 20, 64 << 10, 2, 1, 2_000, 60_000, 16);

  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;

  @BeforeAll
  static void start() {
    cluster = new TestCluster(directory, 1, List.of(""), SMALL);
    node = cluster.leader();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void closeClients() {
    node.closeClients();
  }

  @Test
  void connectionThatSaysNothingIsClosed() throws IOException {
    try (Socket silent = connect()) {
      silent.setSoTimeout(20_000);

      int afterTheServersSettings = drain(silent);

      assertThat(afterTheServersSettings).isEqualTo(-1);
    }
  }

  private Socket connect() throws IOException {
    int port = Integer.parseInt(node.self.address().split(":")[1]);
    return new Socket(InetAddress.getLoopbackAddress(), port);
  }

  private static int drain(Socket socket) throws IOException {
    int read = 0;
    while (read != -1) {
      read = socket.getInputStream().read();
    }
    return read;
  }

  @Test
  void connectionTooManyIsRefusedAndTheOthersGoOn() {
    StreamClient first = node.connect(true);
    StreamClient second = node.connect(true);
    StreamClient third = node.connect(true);
    long session = first.call(Ask.openSession("first")).getOpenSession().getSession();
    second.call(Ask.openSession("second"));
    third.call(Ask.openSession("third"));

    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () -> node.blocking().get(GetRequest.newBuilder().setKey("/k").build()));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(first.call(Ask.keepAlive(session)).hasKeepAlive()).isTrue();
    third.cancel();
  }

  @Test
  void placeOfAClosedConnectionIsFree() {
    for (int i = 0; i < 10; i++) {
      ManagedChannel channel = node.channel();
      TenureGrpc.newBlockingStub(channel)
          .withWaitForReady()
          .withDeadlineAfter(20, TimeUnit.SECONDS)
          .get(GetRequest.newBuilder().setKey("/k").build());
      channel.shutdownNow();
    }

    assertThat(node.meters.get("tenure.connections").gauge().value()).isLessThanOrEqualTo(3);
  }

  /** Its requests are refused, and refusals need no slot. */
  @Test
  void clientThatDoesNotReadIsNotReadFrom() {
    StreamClient greedy = new StreamClient(node.channel(), true, false);
    String padding = "x".repeat(500);
    int sent = 0;
    for (int i = 0; i < 20_000; i++) {
      greedy.send(Ask.acquire(1_000_000, 1, "/" + padding));
      sent++;
    }
    StreamClient other = node.connect(true);
    long session = other.call(Ask.openSession("other")).getOpenSession().getSession();

    assertThat(other.call(Ask.keepAlive(session)).hasKeepAlive()).isTrue();
    double answered =
        node.meters.find("tenure.requests").tag("call", "acquire").counters().stream()
            .mapToDouble(counter -> counter.count())
            .sum();
    assertThat(answered).isLessThan(sent);
    greedy.read(Integer.MAX_VALUE);
    Reply last = greedy.reply(sent);
    assertThat(last.hasError()).isTrue();
  }

  @Test
  void frameOfTooManyRequestsEndsTheStream() {
    StreamClient client = node.connect(true);
    ClientFrame.Builder frame = ClientFrame.newBuilder();
    for (int i = 0; i < 101; i++) {
      frame.addRequests(Request.newBuilder());
    }

    client.send(frame);

    StatusRuntimeException end = (StatusRuntimeException) client.end();
    assertThat(end.getStatus().getDescription())
        .isEqualTo("requests: 101 in a frame (expected: at most 100)");
  }

  @Test
  void watchTooManyIsRefused() {
    StreamClient client = node.connect(true);
    for (int i = 0; i < 2; i++) {
      long watch = client.send(watch("/w" + i));
      assertThat(client.reply(watch).getWatch().hasStarted()).isTrue();
    }

    Reply refused = client.call(watch("/w3"));

    assertThat(refused.getError().getReason()).isEqualTo(Reason.OVERLOADED);
  }

  @Test
  void requestsInFlightAreCountedForTheConnectionAndNotForEachStream() {
    ManagedChannel channel = node.channel();
    StreamClient first = new StreamClient(channel, true, true);
    StreamClient second = new StreamClient(channel, true, true);
    long session = first.call(Ask.openSession("bounds")).getOpenSession().getSession();
    first.call(Ask.acquire(session, 1, "/bounds"));
    for (int i = 0; i < 40; i++) {
      long waits = first.send(Ask.acquire(Ask.lock(session, 2 + i, "/bounds").setWaitMs(-1)));
      assertThat(first.reply(waits).getAcquire().hasQueued()).isTrue();
    }
    List<Long> more = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      more.add(second.send(Ask.acquire(Ask.lock(session, 100 + i, "/bounds").setWaitMs(-1))));
    }

    Reply refused = second.reply(more.get(15));
    Reply keptAlive = second.call(Ask.keepAlive(session));

    assertThat(refused.getError().getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(refused.getError().getMessage())
        .isEqualTo(
            "requests in flight on this connection: 51 (expected: at most 50, setting"
                + " requests-per-connection; retry when replies have arrived)");
    assertThat(keptAlive.hasKeepAlive()).isTrue();
    first.call(
        Request.newBuilder().setCloseSession(CloseSessionRequest.newBuilder().setSession(session)));
  }

  /** Anybody can say so; a node forwards the requests of many clients on a connection. */
  @Test
  void forwardedRequestsAreCountedForTheConnectionAndNotForEachStream() {
    Channel forwarding = ClientInterceptors.intercept(node.channel(), Forwarding.MARK);
    StreamClient holder = node.connect(true);
    long session = holder.call(Ask.openSession("forwarded")).getOpenSession().getSession();
    holder.call(Ask.acquire(session, 1, "/forwarded"));
    int number = 1;
    for (int stream = 0; stream < 2; stream++) {
      StreamClient client = new StreamClient(forwarding, true, true);
      for (int i = 0; i < 200; i++) {
        long waits =
            client.send(Ask.acquire(Ask.lock(session, ++number, "/forwarded").setWaitMs(-1)));
        assertThat(client.reply(waits).getAcquire().hasQueued()).isTrue();
      }
    }
    StreamClient last = new StreamClient(forwarding, true, true);

    Reply refused = last.call(Ask.acquire(Ask.lock(session, ++number, "/forwarded").setWaitMs(-1)));

    assertThat(refused.getError().getReason()).isEqualTo(Reason.OVERLOADED);
    assertThat(refused.getError().getMessage())
        .isEqualTo(
            "forwarded requests in flight on this connection: 401 (expected: at most 400, 8 times"
                + " the setting requests-per-connection; retry later)");
    assertThat(last.call(Ask.keepAlive(session)).hasKeepAlive()).isTrue();
    holder.call(
        Request.newBuilder().setCloseSession(CloseSessionRequest.newBuilder().setSession(session)));
  }

  @Test
  void watchesThatAreCallsOfTheirOwnAreCountedForTheConnection() throws Exception {
    ManagedChannel channel = node.channel();
    StreamClient client = new StreamClient(channel, true, true);
    long onStream = client.send(watch("/watched/stream"));
    assertThat(client.reply(onStream).getWatch().hasStarted()).isTrue();
    Context.CancellableContext first = Context.current().withCancellation();
    Iterator<WatchReply> events = first.wrap(() -> plainWatch(channel)).call();
    assertThat(events.next().hasStarted()).isTrue();

    StatusRuntimeException refused =
        catchThrowableOfType(StatusRuntimeException.class, () -> plainWatch(channel).next());

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    assertThat(refused.getStatus().getDescription())
        .isEqualTo(
            "watches on this connection: 3 (expected: at most 2; cancel one or use another"
                + " connection)");
    assertThat(plainWatch(node.channel()).next().hasStarted()).isTrue();
    first.cancel(null);
    TestCluster.await(() -> isStarted(plainWatch(channel)));
  }

  private static Iterator<WatchReply> plainWatch(ManagedChannel channel) {
    return TenureGrpc.newBlockingStub(channel)
        .withDeadlineAfter(20, TimeUnit.SECONDS)
        .watch(WatchRequest.newBuilder().setKey("/watched").build());
  }

  private static boolean isStarted(Iterator<WatchReply> watch) {
    try {
      return watch.next().hasStarted();
    } catch (StatusRuntimeException refused) {
      return false;
    }
  }

  private static Request.Builder watch(String key) {
    return Request.newBuilder().setWatch(WatchRequest.newBuilder().setKey(key));
  }

  @Test
  void largeListingIsCutIntoPages() {
    StreamClient client = node.connect(true);
    long session = client.call(Ask.openSession("large")).getOpenSession().getSession();
    ByteString value = ByteString.copyFrom(new byte[4_096]);
    for (int i = 0; i < 400; i++) {
      client.call(
          Ask.acquire(
              AcquireRequest.newBuilder()
                  .setSession(session)
                  .setRequest(i + 1)
                  .setValue(value)
                  .addTargets(Target.newBuilder().setKey("/large/%03d".formatted(i)))));
    }

    var page =
        client
            .call(
                Request.newBuilder()
                    .setList(ListRequest.newBuilder().setPrefix("/large").setPageSize(1_000)))
            .getList();

    assertThat(page.getKeysCount()).isBetween(200, 300);
    assertThat(page.getNextPageToken()).isNotEmpty();
    assertThat(page.getSerializedSize()).isLessThan(2 << 20);
  }

  @Test
  void healthIsServingWhileThereIsALeader() {
    HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(node.channel());

    TestCluster.await(
        () ->
            health.check(HealthCheckRequest.getDefaultInstance()).getStatus()
                == ServingStatus.SERVING);
  }
}
