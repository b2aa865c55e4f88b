package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.client.Hold;
import io.tenure.client.Loss;
import io.tenure.client.Session;
import io.tenure.client.Tenure;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.SessionView;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The machine is suspended: its monotonic clock stands still, and its wall clock does not. To the
 * client that is a wall clock that jumps forward. With this TTL no keep-alive is due for three
 * minutes, which is longer than a test takes.
 */
@Tag("full")
final class SuspendedMachineTest {
  private static final Duration TTL = Duration.ofMinutes(10);
  private static final long SUSPEND_MILLIS = TimeUnit.MINUTES.toMillis(30);

  private TestServer server;
  private FrameProxy proxy;
  private final List<Tenure> clients = new ArrayList<>();
  private final CountDownLatch opened = new CountDownLatch(1);
  private volatile boolean holdsBack;
  private final List<Loss> losses = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    proxy = new FrameProxy(server.endpoint(), this::change);
  }

  @AfterEach
  void stop() {
    opened.countDown();
    clients.forEach(Tenure::close);
    proxy.close();
    server.close();
  }

  private ServerFrame change(ServerFrame frame) {
    if (holdsBack && frame.getRepliesList().stream().anyMatch(Reply::hasOpenSession)) {
      try {
        opened.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return frame;
  }

  /** A wall clock that the test sets forward, and that counts its readings. */
  private static final class TestClock implements LongSupplier {
    private final AtomicLong aheadMillis = new AtomicLong();
    private final AtomicInteger readings = new AtomicInteger();
    private volatile long jumpAtEachReadingMillis;

    @Override
    public long getAsLong() {
      readings.incrementAndGet();
      return System.currentTimeMillis() + aheadMillis.addAndGet(jumpAtEachReadingMillis);
    }

    void jump(long millis) {
      aheadMillis.addAndGet(millis);
    }

    int readings() {
      return readings.get();
    }

    /** About a second each. */
    void awaitReadings(int more) throws Exception {
      int enough = readings() + more;
      Await.until("the clock is read", () -> readings() >= enough);
    }
  }

  private Tenure client(LongSupplier clock) {
    Tenure client =
        Tenure.builder().endpoints(proxy.endpoint()).ttl(TTL).wallClock(clock).connect();
    clients.add(client);
    return client;
  }

  private void endAllSessionsAtTheService() {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + server.endpoint()).usePlaintext().build();
    try (ClusterAdmin admin = ClusterAdmin.of(List.of(server.endpoint()))) {
      for (SessionView each : admin.sessions("").sessions()) {
        CloseSessionRequest close =
            CloseSessionRequest.newBuilder()
                .setSession(Long.parseUnsignedLong(each.session()))
                .build();
        var unused = TenureGrpc.newBlockingStub(channel).closeSession(close);
      }
    } finally {
      channel.shutdownNow();
    }
  }

  @Test
  void sessionThatHasEndedMeanwhileIsLostSoonAfterTheResume() throws Exception {
    TestClock clock = new TestClock();
    Hold hold = client(clock).lock("/s/ended").acquire().onLost(losses::add);
    endAllSessionsAtTheService();

    clock.jump(SUSPEND_MILLIS);

    Await.until("it is lost", () -> !losses.isEmpty());
    assertThat(losses).containsExactly(Loss.SESSION_EXPIRED);
    assertThat(hold.isValid()).isFalse();
  }

  @Test
  void wallClockDecidesNothing() throws Exception {
    TestClock clock = new TestClock();
    Tenure tenure = client(clock);
    Hold hold = tenure.lock("/s/alive").acquire().onLost(losses::add);

    clock.jump(-SUSPEND_MILLIS);
    clock.awaitReadings(2);
    assertThat(proxy.count("asked KEEP_ALIVE")).isZero();
    clock.jump(SUSPEND_MILLIS);
    Await.until("a keep-alive is answered", () -> proxy.count("answered KEEP_ALIVE") == 1);
    clock.awaitReadings(2);

    assertThat(proxy.count("asked KEEP_ALIVE")).isEqualTo(1);
    assertThat(hold.isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void wallClockThatJumpsAllTheTimeCostsOneKeepAliveASecond() throws Exception {
    TestClock clock = new TestClock();
    Hold hold = client(clock).lock("/s/jumping").acquire().onLost(losses::add);

    clock.jumpAtEachReadingMillis = SUSPEND_MILLIS;
    Await.until("several are answered", () -> proxy.count("answered KEEP_ALIVE") >= 3);

    assertThat(proxy.count("asked KEEP_ALIVE")).isLessThanOrEqualTo(clock.readings());
    assertThat(hold.isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void suspendWhileASessionIsOpenedIsNotForgotten() throws Exception {
    TestClock clock = new TestClock();
    holdsBack = true;
    CompletableFuture<Hold> asked =
        client(clock).lock("/s/opening").onLost(losses::add).acquireAsync();
    Await.until("a session is asked for", () -> proxy.count("asked OPEN_SESSION") == 1);
    clock.jump(SUSPEND_MILLIS);
    clock.awaitReadings(2);

    opened.countDown();

    assertThat(asked.get(30, TimeUnit.SECONDS).isValid()).isTrue();
    Await.until("a keep-alive is answered", () -> proxy.count("answered KEEP_ALIVE") == 1);
    assertThat(losses).isEmpty();
  }

  @Test
  void clientWithoutASessionReadsNoClock() throws Exception {
    TestClock clock = new TestClock();
    TestClock metronome = new TestClock();
    Hold running = client(metronome).lock("/s/running").acquire();
    Tenure tenure = client(clock);

    assertThat(tenure.get("/s/idle").holds()).isEmpty();
    metronome.awaitReadings(2);
    assertThat(clock.readings()).isZero();

    Session session = tenure.openSession(TTL);
    session.lock("/s/idle").acquire().release();
    clock.awaitReadings(1);
    session.close();
    int readings = clock.readings();
    metronome.awaitReadings(2);

    assertThat(clock.readings()).isEqualTo(readings);
    assertThat(running.isValid()).isTrue();
  }
}
