package io.tenure.server.api.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.ClientCalls;
import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.EndCause;
import io.tenure.protocol.v1.GetReply;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.Granted;
import io.tenure.protocol.v1.KeepAliveRequest;
import io.tenure.protocol.v1.ListReply;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.NotHeld;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Refusal;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.api.Ask;
import io.tenure.server.api.RawBytes;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.TestNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainCallTest {
  @TempDir static Path directory;
  private static TestCluster cluster;
  private static TestNode node;
  private static TenureGrpc.TenureBlockingStub stub;

  @BeforeAll
  static void start() {
    cluster = TestCluster.single(directory);
    node = cluster.leader();
    stub = TenureGrpc.newBlockingStub(node.channel());
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static long open() {
    return stub.openSession(OpenSessionRequest.newBuilder().setClientName("tester").build())
        .getSession();
  }

  private static AcquireRequest.Builder implicit(String key) {
    return AcquireRequest.newBuilder().addTargets(Target.newBuilder().setKey(key));
  }

  private static ErrorInfo reason(StatusRuntimeException thrown) {
    try {
      return StatusProto.fromThrowable(thrown).getDetails(0).unpack(ErrorInfo.class);
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sessionsWithoutATermHaveThirtySeconds() {
    var opened = stub.openSession(OpenSessionRequest.getDefaultInstance());

    var kept =
        stub.keepAlive(KeepAliveRequest.newBuilder().setSession(opened.getSession()).build());

    assertThat(opened.getTtlMs()).isEqualTo(30_000);
    assertThat(kept.getTtlMs()).isEqualTo(30_000);
  }

  @Test
  void openingAgainWithTheSameNonceFindsTheSessionAsItIs() {
    OpenSessionRequest first = OpenSessionRequest.newBuilder().setNonce(7).setTtlMs(5_000).build();
    OpenSessionRequest again = OpenSessionRequest.newBuilder().setNonce(7).setTtlMs(9_000).build();

    var opened = stub.openSession(first);

    assertThat(stub.openSession(again)).isEqualTo(opened);
    assertThat(opened.getTtlMs()).isEqualTo(5_000);
  }

  @Test
  void requestsWithoutANumberAreNumberedByTheServer() {
    long session = open();

    AcquireRequest.Builder second = Ask.lock(session, 0, "/p/2").setOwner("worker");

    long one = stub.acquire(Ask.lock(session, 0, "/p/1").build()).getGranted().getToken();
    long two = stub.acquire(second.build()).getGranted().getToken();
    AcquireReply same = stub.acquire(second.build());
    AcquireReply another = stub.acquire(Ask.lock(session, 0, "/p/2").build());

    assertThat(two).isGreaterThan(one);
    assertThat(same.getGranted().getToken()).isEqualTo(two);
    assertThat(same.getGranted().getAlreadyHeld()).isTrue();
    assertThat(another.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
  }

  @Test
  void busyNamesTheHolder() {
    long session = open();
    long token = stub.acquire(Ask.lock(session, 1, "/p/3").build()).getGranted().getToken();

    Refusal refusal = stub.acquire(implicit("/p/3").build()).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(refusal.getStanding().getHolders(0).getToken()).isEqualTo(token);
    assertThat(refusal.getStanding().getHolders(0).getOwner()).isEqualTo("#1");
    assertThat(refusal.getMessage()).contains("/p/3 is held by").contains("token " + token);
  }

  @Test
  void waitsUntilGranted() {
    long session = open();
    long token = stub.acquire(Ask.lock(session, 1, "/p/4").build()).getGranted().getToken();

    var waiting =
        TenureGrpc.newFutureStub(node.channel())
            .acquire(implicit("/p/4").setWaitMs(20_000).build());
    TestCluster.await(() -> get("/p/4").getView().getWaiting() == 1);
    stub.release(
        ReleaseRequest.newBuilder().setSession(session).setRequest(2).setToken(token).build());

    Granted granted = join(waiting).getGranted();
    assertThat(granted.getToken()).isGreaterThan(token);
    assertThat(granted.getTtlMs()).isEqualTo(30_000);
  }

  private static <T> T join(Future<T> future) {
    try {
      return future.get(20, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  private static GetReply get(String key) {
    return stub.get(GetRequest.newBuilder().setKey(key).build());
  }

  @Test
  void timesOut() {
    long session = open();
    stub.acquire(Ask.lock(session, 1, "/p/5").build());

    Refusal refusal = stub.acquire(implicit("/p/5").setWaitMs(30).build()).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.TIMED_OUT);
    assertThat(get("/p/5").getView().getWaiting()).isZero();
  }

  @Test
  void cancelledWaitCanBeWithdrawn() {
    long session = open();
    long waiter = open();
    stub.acquire(Ask.lock(session, 1, "/p/6").build());

    var waiting =
        TenureGrpc.newFutureStub(node.channel())
            .acquire(Ask.lock(waiter, 1, "/p/6").setWaitMs(-1).build());
    TestCluster.await(() -> get("/p/6").getView().getWaiting() == 1);
    waiting.cancel(true);

    TestCluster.await(() -> get("/p/6").getView().getWaiting() == 0);
    Refusal ended =
        stub.withdraw(WithdrawRequest.newBuilder().setSession(waiter).setRequest(1).build())
            .getEnded();
    assertThat(ended.getKind()).isEqualTo(Refusal.Kind.ENDED);
    assertThat(ended.getEndCause()).isEqualTo(EndCause.BY_WITHDRAWAL);
  }

  @Test
  void implicitSessionLivesAndDiesWithItsHold() {
    Granted granted =
        stub.acquire(
                implicit("/p/7")
                    .setTtlMs(5_000)
                    .setClientName("script")
                    .setValue(Ask.text("v1"))
                    .build())
            .getGranted();
    long token = granted.getToken();

    assertThat(
            stub.renew(RenewRequest.newBuilder().setKey("/p/7").setToken(token).build()).getTtlMs())
        .isEqualTo(5_000);
    assertThat(
            stub.setValue(
                    SetValueRequest.newBuilder()
                        .setKey("/p/7")
                        .setToken(token)
                        .setValue(Ask.text("v2"))
                        .build())
                .getValueSet()
                .getToken())
        .isEqualTo(token);
    var hold = get("/p/7").getView().getHolds(0);
    assertThat(hold.getClientName()).isEqualTo("script");
    assertThat(hold.getOwner()).isEqualTo("implicit");
    assertThat(hold.getValue()).isEqualTo(Ask.text("v2"));
    assertThat(hold.getRemainingMs()).isBetween(1L, 5_000L);

    stub.release(ReleaseRequest.newBuilder().setKey("/p/7").setToken(token).build());
    assertThat(get("/p/7").getView().getHoldsCount()).isZero();
    StatusRuntimeException gone =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                stub.keepAlive(
                    KeepAliveRequest.newBuilder().setSession(granted.getSession()).build()));
    assertThat(gone.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
    assertThat(reason(gone).getReason()).isEqualTo("SESSION_UNKNOWN");
    assertThat(reason(gone).getDomain()).isEqualTo("tenure");
    assertThat(reason(gone).getMetadataMap()).containsEntry("retry", "RETRY_NEVER");
  }

  @Test
  void holdOfASessionIsNotForThoseWhoOnlyKnowItsToken() {
    long session = open();
    long token = stub.acquire(Ask.lock(session, 1, "/p/8").build()).getGranted().getToken();

    var released = stub.release(ReleaseRequest.newBuilder().setKey("/p/8").setToken(token).build());
    var renewed = stub.renew(RenewRequest.newBuilder().setKey("/p/8").setToken(token).build());
    var changed =
        stub.setValue(
            SetValueRequest.newBuilder()
                .setKey("/p/8")
                .setToken(token)
                .setValue(ByteString.copyFromUtf8("mine"))
                .build());
    var later = stub.acquire(implicit("/p/8").build());

    assertThat(released.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(renewed.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(changed.getRefusal().getNotHeld()).isEqualTo(NotHeld.FOREIGN);
    assertThat(later.getRefusal().getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(later.getRefusal().getStanding().getHolders(0).getToken()).isEqualTo(token);
  }

  @Test
  void refusalDoesNotTellTheTokenThatAloneWouldReleaseTheHold() {
    stub.acquire(implicit("/p/secret").build());

    Refusal refusal = stub.acquire(implicit("/p/secret").build()).getRefusal();

    assertThat(refusal.getKind()).isEqualTo(Refusal.Kind.BUSY);
    assertThat(refusal.getStanding().getHolders(0).getToken()).isZero();
    assertThat(refusal.getMessage()).contains("/p/secret is held by").doesNotContain("token");
  }

  @Test
  void releaseByKeyAndTokenLeavesASharedSessionAlone() {
    long session = open();
    long token = stub.acquire(implicit("/p/8a").build()).getGranted().getToken();

    var other =
        stub.release(ReleaseRequest.newBuilder().setKey("/p/other").setToken(token).build());
    var released =
        stub.release(ReleaseRequest.newBuilder().setKey("/p/8a").setToken(token).build());
    var again = stub.release(ReleaseRequest.newBuilder().setKey("/p/8a").setToken(token).build());
    var never =
        stub.renew(RenewRequest.newBuilder().setKey("/p/8a").setToken(token + 1_000_000).build());

    assertThat(other.getRefusal().getNotHeld()).isEqualTo(NotHeld.OTHER_KEY);
    assertThat(released.getReleased().getToken()).isEqualTo(token);
    assertThat(again.getRefusal().getNotHeld()).isEqualTo(NotHeld.NO_LONGER_HELD);
    assertThat(never.getRefusal().getNotHeld()).isEqualTo(NotHeld.NEVER_GRANTED);
    assertThat(stub.keepAlive(KeepAliveRequest.newBuilder().setSession(session).build()).getTtlMs())
        .isPositive();
  }

  @Test
  void closingASessionSaysWhatItEnded() {
    long session = open();
    stub.acquire(Ask.lock(session, 1, "/p/9").build());

    var closed = stub.closeSession(CloseSessionRequest.newBuilder().setSession(session).build());

    assertThat(closed.getReleased()).isEqualTo(1);
    assertThat(closed.getWithdrawn()).isZero();
  }

  @Test
  void listsInPages() {
    long session = open();
    for (int i = 0; i < 7; i++) {
      stub.acquire(Ask.lock(session, i + 1, "/list/" + i).build());
    }

    List<String> keys = new ArrayList<>();
    ListRequest.Builder request = ListRequest.newBuilder().setPrefix("/list").setPageSize(3);
    int pages = 0;
    do {
      ListReply page = stub.list(request.build());
      page.getKeysList().forEach(view -> keys.add(view.getKey()));
      request.setPageToken(page.getNextPageToken());
      pages++;
    } while (!request.getPageToken().isEmpty());

    assertThat(keys)
        .containsExactly(
            "/list/0", "/list/1", "/list/2", "/list/3", "/list/4", "/list/5", "/list/6");
    assertThat(pages).isEqualTo(3);
    assertThat(stub.list(ListRequest.newBuilder().setStaleOk(true).build()).getKeysCount())
        .isPositive();
  }

  @ParameterizedTest
  @CsvSource({"!!!", "MDov", "OTovYQ", "MDovYQ", "LTE6L2E"})
  void badPageTokenIsInvalid(String token) {
    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                stub.list(ListRequest.newBuilder().setPrefix("/list").setPageToken(token).build()));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(thrown.getStatus().getDescription())
        .isEqualTo("page token: unknown (expected: the token of the previous reply)");
  }

  @Test
  void invalidUtf8IsRefusedWithAStatus() {
    // An AcquireRequest whose owner, field 4, is not UTF-8.
    byte[] message = {0x22, 2, (byte) 0xc3, (byte) 0x28};
    var raw =
        TenureGrpc.getAcquireMethod().toBuilder(
                new RawBytes(), TenureGrpc.getAcquireMethod().getResponseMarshaller())
            .build();

    StatusRuntimeException thrown =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    node.channel(), raw, CallOptions.DEFAULT, ByteString.copyFrom(message)));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(thrown.getStatus().getDescription()).startsWith("message: unreadable (");
    assertThat(reason(thrown).getReason()).isEqualTo("INVALID_ARGUMENT");
  }
}
