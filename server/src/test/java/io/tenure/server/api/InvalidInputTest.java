package io.tenure.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.ConvertRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.protocol.v1.SetValueRequest;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.protocol.v1.WatchRequest;
import io.tenure.protocol.v1.WithdrawRequest;
import io.tenure.server.config.FrontEndSettings;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InvalidInputTest {
  @TempDir static Path directory;
  private static TestCluster cluster;
  private static StreamClient client;
  private static long session;

  @BeforeAll
  static void start() {
    cluster = TestCluster.single(directory);
    client = cluster.leader().connect(true);
    session = client.call(Ask.openSession("test")).getOpenSession().getSession();
    assertThat(session).isEqualTo(1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static AcquireRequest.Builder lock(String key) {
    return Ask.lock(1, 1, key);
  }

  private static Target.Builder target() {
    return Target.newBuilder().setKey("/k");
  }

  private static Arguments acquire(String message, AcquireRequest.Builder acquire) {
    return Arguments.of(message, Request.newBuilder().setAcquire(acquire));
  }

  private static AcquireRequest.Builder with(Target.Builder... targets) {
    AcquireRequest.Builder acquire = AcquireRequest.newBuilder().setSession(1).setRequest(1);
    Stream.of(targets).forEach(acquire::addTargets);
    return acquire;
  }

  static Stream<Arguments> acquires() {
    Target.Builder[] many =
        Stream.generate(InvalidInputTest::target).limit(17).toArray(Target.Builder[]::new);
    return Stream.of(
        acquire("key: 0 bytes (expected: 2 to 512 bytes)", lock("")),
        acquire("key: \"nope\" (expected: a path that starts with /)", lock("nope")),
        acquire("key: \"/a//b\" (expected: no empty, \".\" or \"..\" segment)", lock("/a//b")),
        acquire("key: 513 bytes (expected: 2 to 512 bytes)", lock("/" + "k".repeat(512))),
        acquire(
            "key: \"/a\\u0000\" (expected: valid text without control characters)", lock("/a\0")),
        acquire("targets: 0 (expected: 1 to 16)", with()),
        acquire("targets: 17 (expected: 1 to 16)", with(many)),
        acquire("targets: /k twice (expected: each key once)", with(target(), target())),
        acquire(
            "mode: 9 (expected: EXCLUSIVE, SHARED or SEMAPHORE)", with(target().setModeValue(9))),
        acquire("scope: 9 (expected: KEY or SUBTREE)", with(target().setScopeValue(9))),
        acquire("limit: 3 (expected: 0 for EXCLUSIVE)", with(target().setLimit(3))),
        acquire("limit: 0 (expected: 1 to 1000000)", with(target().setMode(Mode.SEMAPHORE))),
        acquire("wait: -2 ms (expected: -1, or 0 ms to 86400000 ms)", lock("/k").setWaitMs(-2)),
        acquire(
            "wait: 86400001 ms (expected: -1, or 0 ms to 86400000 ms)",
            lock("/k").setWaitMs(86_400_001)),
        acquire(
            "owner: 129 bytes (expected: 1 to 128 bytes)", lock("/k").setOwner("o".repeat(129))),
        acquire("owner: \"implicit\" (expected: any other label)", lock("/k").setOwner("implicit")),
        acquire(
            "value: 4097 bytes (expected: at most 4096 bytes)",
            lock("/k").setValue(ByteString.copyFrom(new byte[4097]))),
        acquire("acknowledged: 1 (expected: 0 to 0)", lock("/k").setAcknowledged(1)),
        acquire(
            "request: 18446744073709551615 (expected: 1 to 2^63 - 1)", lock("/k").setRequest(-1)),
        acquire(
            "request: 1, acknowledged: 0 (expected: 0 without a session)",
            lock("/k").setSession(0)),
        acquire(
            "owner: \"me\" (expected: empty without a session)",
            lock("/k").setSession(0).setRequest(0).setOwner("me")),
        acquire(
            "ttl: 0.5 s (expected: 1 s to 600 s)",
            lock("/k").setSession(0).setRequest(0).setTtlMs(500)));
  }

  static Stream<Arguments> others() {
    return Stream.of(
        Arguments.of(
            "ttl: 600.001 s (expected: 1 s to 600 s)",
            Request.newBuilder().setOpenSession(OpenSessionRequest.newBuilder().setTtlMs(600_001))),
        Arguments.of(
            "client name: 129 bytes (expected: 0 to 128 bytes)",
            Request.newBuilder()
                .setOpenSession(OpenSessionRequest.newBuilder().setClientName("c".repeat(129)))),
        Arguments.of(
            "shard: 1 (expected: 0 to 0)",
            Request.newBuilder().setOpenSession(OpenSessionRequest.newBuilder().setShard(1))),
        Arguments.of("token: 0 (expected: 1 to 9007199254740991)", Ask.release(1, 1, 0)),
        Arguments.of(
            "token: 9007199254740992 (expected: 1 to 9007199254740991)",
            Request.newBuilder()
                .setRenew(RenewRequest.newBuilder().setKey("/k").setToken(1L << 53))),
        Arguments.of(
            "key: 0 bytes (expected: 2 to 512 bytes)",
            Request.newBuilder().setRelease(ReleaseRequest.newBuilder().setToken(1))),
        Arguments.of(
            "value: 4097 bytes (expected: at most 4096 bytes)",
            Request.newBuilder()
                .setSetValue(
                    SetValueRequest.newBuilder()
                        .setSession(1)
                        .setRequest(1)
                        .setToken(1)
                        .setValue(ByteString.copyFrom(new byte[4097])))),
        Arguments.of(
            "mode: 3 (expected: EXCLUSIVE or SHARED)",
            Request.newBuilder()
                .setConvert(
                    ConvertRequest.newBuilder()
                        .setSession(1)
                        .setRequest(1)
                        .setToken(1)
                        .setMode(Mode.SEMAPHORE))),
        Arguments.of(
            "request: 0 (expected: 1 or more)",
            Request.newBuilder().setWithdraw(WithdrawRequest.newBuilder().setSession(1))),
        Arguments.of(
            "max waiters: 1001 (expected: 0 to 1000)",
            Request.newBuilder().setGet(GetRequest.newBuilder().setKey("/k").setMaxWaiters(1_001))),
        Arguments.of(
            "page size: 4294967295 (expected: 0 to 1000)",
            Request.newBuilder().setList(ListRequest.newBuilder().setPageSize(-1))),
        Arguments.of(
            "key: \"watch\" (expected: a path that starts with /)",
            Request.newBuilder().setWatch(WatchRequest.newBuilder().setKey("watch"))),
        Arguments.of(
            "from revision: 18446744073709551615 (expected: 0 or more, below 2^53)",
            Request.newBuilder()
                .setWatch(WatchRequest.newBuilder().setKey("/k").setFromRevision(-1))));
  }

  @ParameterizedTest
  @MethodSource({"acquires", "others"})
  void isRefusedWithItsFieldItsValueAndTheRange(String message, Request.Builder request) {
    Error error = client.call(request).getError();

    assertThat(error.getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    assertThat(error.getMessage()).isEqualTo(message);
  }

  @Test
  void unknownSessionIsNamed() {
    Error error = client.call(Ask.acquire(77, 1, "/k")).getError();

    assertThat(error.getReason()).isEqualTo(Reason.SESSION_UNKNOWN);
    assertThat(error.getMessage()).isEqualTo("session: 77 (expected: a live session)");
  }

  @Test
  void numberOfAnotherRequestIsRefused() {
    long other = client.call(Ask.openSession("test")).getOpenSession().getSession();
    client.call(Ask.acquire(other, 5, "/reused"));

    Error error = client.call(Ask.acquire(other, 5, "/another")).getError();

    assertThat(error.getReason()).isEqualTo(Reason.REQUEST_REUSED);
  }

  @Test
  void forgottenNumberIsRefused() {
    long other = client.call(Ask.openSession("test")).getOpenSession().getSession();
    client.call(Ask.acquire(Ask.lock(other, 5, "/forgotten").setAcknowledged(4)));

    Error error = client.call(Ask.acquire(other, 3, "/forgotten")).getError();

    assertThat(error.getReason()).isEqualTo(Reason.REQUEST_FORGOTTEN);
  }

  @Test
  void unreadableFrameEndsTheStreamWithAStatus() {
    var raw =
        TenureGrpc.getConnectMethod().toBuilder(
                new RawBytes(), TenureGrpc.getConnectMethod().getResponseMarshaller())
            .build();
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    StreamObserver<ByteString> out =
        ClientCalls.asyncBidiStreamingCall(
            cluster.leader().channel().newCall(raw, CallOptions.DEFAULT), new Ending(end));

    out.onNext(ByteString.copyFrom(new byte[] {0x12, 0x7f, 1}));

    Throwable thrown = end.orTimeout(20, TimeUnit.SECONDS).join();
    assertThat(Status.fromThrowable(thrown).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  private record Ending(CompletableFuture<Throwable> end) implements StreamObserver<ServerFrame> {
    @Override
    public void onNext(ServerFrame frame) {}

    @Override
    public void onError(Throwable thrown) {
      end.complete(thrown);
    }

    @Override
    public void onCompleted() {
      end.complete(null);
    }
  }

  @Test
  void messageThatIsTooLargeIsRefused() {
    AcquireRequest large =
        lock("/k").setOwner("x".repeat(FrontEndSettings.defaults().frameBytes())).build();
    TenureGrpc.TenureBlockingStub stub = cluster.leader().blocking();

    StatusRuntimeException thrown =
        catchThrowableOfType(StatusRuntimeException.class, () -> stub.acquire(large));

    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
  }
}
