package io.tenure.client.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status;
import io.tenure.client.LockEvent;
import io.tenure.client.Mode;
import io.tenure.client.Scope;
import io.tenure.client.ScriptedServer;
import io.tenure.client.Target;
import io.tenure.client.WatchListener;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.NotAcquiredException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.EventKind;
import io.tenure.protocol.v1.Events;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeyView;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.Standing;
import io.tenure.protocol.v1.WatchReply;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WatchStarted;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class PlainLocksTest {
  private static final AcquireReply GRANTED =
      AcquireReply.newBuilder()
          .setGranted(Granted.newBuilder().setToken(7).setTtlMs(30_000))
          .build();
  private static final PlainRequest REQUEST =
      new PlainRequest(
          List.of(new Target("/a", Mode.SEMAPHORE, Scope.SUBTREE, 3)),
          Duration.ofSeconds(30),
          Duration.ofMillis(250),
          "hello",
          "me");

  private final ScriptedServer first = new ScriptedServer();
  private final ScriptedServer second = new ScriptedServer();
  private final List<PlainLocks> opened = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    opened.forEach(PlainLocks::close);
    first.close();
    second.close();
  }

  @Test
  void requestsAndGrantsCrossTheWireUnchanged() {
    first.answer(GRANTED);

    Grant grant = onFirst().acquire(REQUEST);

    assertThat(grant).isEqualTo(new Grant(7, Duration.ofSeconds(30)));
    AcquireRequest request = (AcquireRequest) first.requests.get(0);
    assertThat(request.getTtlMs()).isEqualTo(30_000);
    assertThat(request.getWaitMs()).isEqualTo(250);
    assertThat(request.getValue().toStringUtf8()).isEqualTo("hello");
    assertThat(request.getClientName()).isEqualTo("me");
    assertThat(request.getTargets(0).getMode()).isEqualTo(io.tenure.protocol.v1.Mode.SEMAPHORE);
    assertThat(request.getTargets(0).getScope()).isEqualTo(io.tenure.protocol.v1.Scope.SUBTREE);
    assertThat(request.getTargets(0).getLimit()).isEqualTo(3);
  }

  @Test
  void waitingForEverIsMinusOne() {
    first.answer(GRANTED);

    onFirst()
        .acquire(new PlainRequest(REQUEST.targets(), REQUEST.ttl(), PlainRequest.FOREVER, "", ""));

    assertThat(((AcquireRequest) first.requests.get(0)).getWaitMs()).isEqualTo(-1);
  }

  @Test
  void refusalsAreNotFailures() {
    Standing standing =
        Standing.newBuilder()
            .addHolders(io.tenure.protocol.v1.Holder.newBuilder().setKey("/a").setToken(5))
            .setWaiting(2)
            .build();
    first.answer(
        AcquireReply.newBuilder()
            .setRefusal(
                Refusal.newBuilder()
                    .setKind(Refusal.Kind.BUSY)
                    .setMessage("not free")
                    .setStanding(standing))
            .build());

    assertThatExceptionOfType(NotAcquiredException.class)
        .isThrownBy(() -> onFirst().acquire(REQUEST))
        .withMessage("not free")
        .satisfies(
            refused -> {
              assertThat(refused.reason()).isEqualTo(Reason.BUSY);
              assertThat(refused.waiting()).isEqualTo(2);
              assertThat(refused.holders()).extracting("token").containsExactly(5L);
            });
  }

  @Test
  void failuresCarryTheirReason() {
    first.fail(ScriptedServer.error(Status.Code.INVALID_ARGUMENT, "CROSS_SHARD", "RETRY_NEVER"));

    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> onFirst().acquire(REQUEST))
        .withMessage("because")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CROSS_SHARD));
  }

  /** A node that forwards a plain call gives it a number that the leader may have seen. */
  @ParameterizedTest
  @EnumSource(names = {"REQUEST_FORGOTTEN", "SUPERSEDED"})
  void refusalOfARequestThatWasMetBeforeIsIndeterminate(Reason reason) {
    first.fail(ScriptedServer.error(Status.Code.ABORTED, reason.name(), "RETRY_NEVER"));

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> onFirst().acquire(REQUEST))
        .withMessage("because; it may have been executed")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void reasonsOfANewerProtocolAreUnknown() {
    first.fail(ScriptedServer.error(Status.Code.ABORTED, "SOMETHING_NEW", ""));

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> onFirst().acquire(REQUEST))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN));
  }

  @Test
  void serviceWithoutALeaderIsAskedAgain() {
    first
        .fail(ScriptedServer.error(Status.Code.UNAVAILABLE, "NO_LEADER", "RETRY_SAFE"))
        .answer(GRANTED);

    assertThat(onFirst().acquire(REQUEST).token()).isEqualTo(7);
    assertThat(first.requests).hasSize(2);
  }

  @Test
  void nothingListensIsSaidAtOnce() throws IOException {
    String address = unusedAddress();

    assertThatExceptionOfType(TenureException.class)
        .isThrownBy(() -> on(List.of(address)).get("/a"))
        .withMessage("cannot connect to " + address)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNREACHABLE));
  }

  @Test
  void serversThatAreDownArePassedOver() throws IOException {
    second.answer(GRANTED);

    Grant grant = on(List.of(unusedAddress(), second.address())).acquire(REQUEST);

    assertThat(grant.token()).isEqualTo(7);
  }

  @Test
  void changeThatMayHaveBeenMadeIsNotMadeElsewhere() {
    first.vanish();

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> onBoth().acquire(REQUEST))
        .withMessage(
            "connection to "
                + first.address()
                + " lost before the answer; it may have been executed");
    assertThat(second.requests).isEmpty();
  }

  @Test
  void interruptedCallSaysSoAndMayHaveBeenDone() {
    first.answerNever();
    Thread.currentThread().interrupt();

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> onFirst().acquire(REQUEST))
        .withMessage(
            "interrupted while waiting for " + first.address() + "; it may have been executed")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN));
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptedWatchReturns() {
    first.breakAfter(started(10));

    onFirst()
        .watch(
            new WatchedKeys("/a", Scope.KEY),
            0,
            new WatchListener() {
              @Override
              public void started() {
                Thread.currentThread().interrupt();
              }

              @Override
              public void happened(LockEvent event) {}
            });

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void asManyWaitersAsTheProtocolNamesAreAskedFor() {
    first.answer(GetReply.getDefaultInstance()).answer(ListReply.getDefaultInstance());

    onFirst().get("/a");
    onFirst().list("/", "");

    assertThat(((GetRequest) first.requests.get(0)).getMaxWaiters()).isEqualTo(1_000);
    assertThat(((ListRequest) first.requests.get(1)).getMaxWaiters()).isEqualTo(100);
  }

  @Test
  void readGoesToTheNextServer() {
    first.vanish();
    io.tenure.protocol.v1.HoldView hold =
        io.tenure.protocol.v1.HoldView.newBuilder().setToken(4).setRemainingMs(1_500).build();
    second.answer(
        GetReply.newBuilder()
            .setView(KeyView.newBuilder().setKey("/a").addHolds(hold).setHolding(1))
            .build());

    io.tenure.client.view.KeyView view = onBoth().get("/a");

    assertThat(view.holds()).extracting(HoldView::token).containsExactly(4L);
    assertThat(view.holds().get(0).remaining()).contains(Duration.ofMillis(1_500));
  }

  @Test
  void watchGoesOnAtTheNextServerWithoutGapOrRepeat() {
    first.breakAfter(started(10), events(11, 12), progress(20));
    second.answer(started(20), events(21));
    List<Long> revisions = new ArrayList<>();

    onBoth()
        .watch(new WatchedKeys("/a", Scope.SUBTREE), 0, event -> revisions.add(event.revision()));

    assertThat(revisions).containsExactly(11L, 12L, 21L);
    assertThat(((WatchRequest) first.requests.get(0)).getFromRevision()).isZero();
    assertThat(((WatchRequest) second.requests.get(0)).getFromRevision()).isEqualTo(21);
    assertThat(((WatchRequest) second.requests.get(0)).getSubtree()).isTrue();
  }

  /** Two of them look like the exceptions of a lost connection. */
  static List<RuntimeException> exceptionsOfListeners() {
    return List.of(
        new IllegalStateException("thrown by the test's listener"),
        new UnavailableException(Reason.CONNECTION_LOST, "thrown by the test's listener", null),
        Status.UNAVAILABLE.asRuntimeException());
  }

  @ParameterizedTest
  @MethodSource("exceptionsOfListeners")
  void exceptionOfAWatchListenerEndsTheWatchAndIsThrownAsItIs(RuntimeException thrown)
      throws Exception {
    CountDownLatch ended = first.answerAndStayOpen(started(10), events(11, 12));
    List<Long> revisions = new ArrayList<>();

    assertThatThrownBy(
            () ->
                onBoth()
                    .watch(
                        new WatchedKeys("/a", Scope.KEY),
                        0,
                        event -> {
                          revisions.add(event.revision());
                          throw thrown;
                        }))
        .isSameAs(thrown);

    assertThat(revisions).containsExactly(11L);
    assertThat(first.requests).hasSize(1);
    assertThat(second.requests).isEmpty();
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void exceptionOfAWatchListenerThatIsToldOfTheStartIsThrownAsItIs() {
    first.answerAndStayOpen(started(10));
    UnavailableException thrown =
        new UnavailableException(Reason.CONNECTION_LOST, "thrown by the test's listener", null);

    assertThatThrownBy(
            () ->
                onFirst()
                    .watch(
                        new WatchedKeys("/a", Scope.KEY),
                        0,
                        new WatchListener() {
                          @Override
                          public void started() {
                            throw thrown;
                          }

                          @Override
                          public void happened(LockEvent event) {}
                        }))
        .isSameAs(thrown);
    assertThat(first.requests).hasSize(1);
  }

  @Test
  void watchThatIsCompactedEnds() {
    first.fail(ScriptedServer.error(Status.Code.OUT_OF_RANGE, "COMPACTED", "RETRY_NEVER"));

    assertThatExceptionOfType(TenureException.class)
        .isThrownBy(() -> onFirst().watch(new WatchedKeys("/a", Scope.KEY), 3, event -> {}))
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.COMPACTED));
  }

  private PlainLocks on(List<String> servers) {
    PlainLocks locks = PlainLocks.of(servers);
    opened.add(locks);
    return locks;
  }

  private PlainLocks onFirst() {
    return on(List.of(first.address()));
  }

  /** With several servers, each is asked for its status first; awaits that both answer in time. */
  private PlainLocks onBoth() {
    List<String> both = List.of(first.address(), second.address());
    try (ClusterAdmin admin = ClusterAdmin.of(both)) {
      first.awaitStatus(admin, both);
      second.awaitStatus(admin, both);
    }
    return on(both);
  }

  private static WatchReply started(long after) {
    return WatchReply.newBuilder().setStarted(WatchStarted.newBuilder().setAfter(after)).build();
  }

  private static WatchReply progress(long revision) {
    return WatchReply.newBuilder().setProgress(revision).build();
  }

  private static WatchReply events(long... revisions) {
    Events.Builder events = Events.newBuilder();
    for (long revision : revisions) {
      events.addEvents(Event.newBuilder().setRevision(revision).setKind(EventKind.GRANTED));
    }
    return WatchReply.newBuilder().setEvents(events).build();
  }

  private static String unusedAddress() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }
}
