package io.tenure.server.service.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.GetRequest;
import io.tenure.protocol.v1.ListRequest;
import io.tenure.protocol.v1.Mode;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.ReleaseRequest;
import io.tenure.protocol.v1.RenewRequest;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.Target;
import io.tenure.server.service.fixture.Ask;
import io.tenure.server.service.fixture.CallFailure;
import io.tenure.server.service.fixture.SharedCluster;
import io.tenure.server.service.fixture.TestClient;
import io.tenure.server.service.fixture.TestSession;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values out of range are refused with their name and the range, and nothing else happens. */
final class BadInputTest {
  private static final long MAX_UINT64 = -1;
  private static final long MAX_TOKEN = (1L << 53) - 1;

  @RegisterExtension static final SharedCluster SERVICE = SharedCluster.ofOne();

  private final TestClient client = SERVICE.client();
  private final TestSession session = TestSession.open(client);

  private void assertInvalid(Request.Builder request, String message) {
    Error error = client.refused(request);
    assertThat(error.getMessage()).isEqualTo(message);
    assertThat(error.getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    assertThat(error.getRetry()).isEqualTo(Retry.RETRY_NEVER);
    // The stream goes on.
    assertThat(client.call(Ask.get("/any")).hasGet()).isTrue();
  }

  static Stream<Arguments> acquires() {
    AcquireRequest.Builder seventeen = AcquireRequest.newBuilder();
    for (int i = 0; i < 17; i++) {
      seventeen.addTargets(Ask.exclusive("/k" + i));
    }
    return Stream.of(
        arguments(Ask.targets(), "targets: 0 (expected: 1 to 16)"),
        arguments(seventeen, "targets: 17 (expected: 1 to 16)"),
        arguments(
            Ask.targets(Ask.exclusive("/twice"), Ask.shared("/twice")),
            "targets: /twice twice (expected: each key once)"),
        arguments(
            Ask.targets(Target.newBuilder().setKey("/a").setModeValue(99)),
            "mode: 99 (expected: EXCLUSIVE, SHARED or SEMAPHORE)"),
        arguments(
            Ask.targets(Ask.exclusive("/a").setScopeValue(99)),
            "scope: 99 (expected: KEY or SUBTREE)"),
        arguments(
            Ask.targets(Ask.exclusive("/a").setLimit(3)), "limit: 3 (expected: 0 for EXCLUSIVE)"),
        arguments(Ask.targets(Ask.permit("/a", 0)), "limit: 0 (expected: 1 to 1000000)"),
        arguments(Ask.targets(Ask.permit("/a", -1)), "limit: 4294967295 (expected: 1 to 1000000)"),
        arguments(
            Ask.lock("/a").setWaitMs(-2), "wait: -2 ms (expected: -1, or 0 ms to 86400000 ms)"),
        arguments(
            Ask.lock("/a").setWaitMs(86_400_001),
            "wait: 86400001 ms (expected: -1, or 0 ms to 86400000 ms)"),
        arguments(
            Ask.lock("/a").setWaitMs(Long.MIN_VALUE),
            "wait: -9223372036854775808 ms (expected: -1, or 0 ms to 86400000 ms)"),
        arguments(
            Ask.lock("/a").setValue(ByteString.copyFrom(new byte[4_097])),
            "value: 4097 bytes (expected: at most 4096 bytes)"),
        arguments(
            Ask.lock("/a").setOwner("o".repeat(129)),
            "owner: 129 bytes (expected: 1 to 128 bytes)"),
        arguments(
            Ask.lock("/a").setOwner("ö".repeat(65)), "owner: 130 bytes (expected: 1 to 128 bytes)"),
        arguments(
            Ask.lock("/a").setOwner("implicit"), "owner: \"implicit\" (expected: any other label)"),
        arguments(Ask.lock("/a").setAcknowledged(1), "acknowledged: 1 (expected: 0 to 0)"));
  }

  @ParameterizedTest
  @MethodSource("acquires")
  void acquireOutOfRangeIsRefused(AcquireRequest.Builder acquire, String message) {
    assertInvalid(Ask.acquire(acquire.setSession(session.id()).setRequest(1)), message);
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        arguments("", "key: 0 bytes (expected: 2 to 512 bytes)"),
        arguments("/", "key: 1 bytes (expected: 2 to 512 bytes)"),
        arguments("/" + "k".repeat(512), "key: 513 bytes (expected: 2 to 512 bytes)"),
        arguments("/" + "€".repeat(171), "key: 514 bytes (expected: 2 to 512 bytes)"),
        arguments("a/b", "key: \"a/b\" (expected: a path that starts with /)"),
        arguments("/a/", "key: \"/a/\" (expected: no empty, \".\" or \"..\" segment)"),
        arguments("/a//b", "key: \"/a//b\" (expected: no empty, \".\" or \"..\" segment)"),
        arguments("/a/./b", "key: \"/a/./b\" (expected: no empty, \".\" or \"..\" segment)"),
        arguments("/..", "key: \"/..\" (expected: no empty, \".\" or \"..\" segment)"),
        arguments(
            "/a".repeat(17), "key: \"" + "/a".repeat(17) + "\" (expected: 1 to 16 segments)"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void badKeyIsRefusedByEveryCall(String key, String message) {
    assertInvalid(Ask.acquire(session.id(), 1, key), message);
    assertInvalid(Ask.get(key), message);
    assertInvalid(Ask.watch(Ask.key(key)), message);
    assertInvalid(
        Request.newBuilder().setRenew(RenewRequest.newBuilder().setKey(key).setToken(1)), message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\u0000b", "/a\nb", "/\u007f", "/\u0085"})
  void controlCharactersAreRefused(String key) {
    Error error = client.refused(Ask.get(key));

    assertThat(error.getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    assertThat(error.getMessage()).endsWith("(expected: valid text without control characters)");
    assertThat(error.getMessage()).doesNotContain(key);
  }

  static Stream<Arguments> sessions() {
    return Stream.of(
        arguments(Ask.session(500), "ttl: 0.5 s (expected: 1 s to 600 s)"),
        arguments(Ask.session(999), "ttl: 0.999 s (expected: 1 s to 600 s)"),
        arguments(Ask.session(MAX_UINT64), "ttl: 18446744073709551615 ms (expected: 1 s to 600 s)"),
        arguments(Ask.session(600_001), "ttl: 600.001 s (expected: 1 s to 600 s)"),
        arguments(
            OpenSessionRequest.newBuilder().setClientName("n".repeat(129)),
            "client name: 129 bytes (expected: 0 to 128 bytes)"),
        arguments(OpenSessionRequest.newBuilder().setShard(7), "shard: 7 (expected: 0 to 0)"),
        arguments(
            OpenSessionRequest.newBuilder().setShard(-1), "shard: 4294967295 (expected: 0 to 0)"));
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void sessionOutOfRangeIsRefused(OpenSessionRequest.Builder open, String message) {
    assertInvalid(Request.newBuilder().setOpenSession(open), message);
  }

  static Stream<Arguments> others() {
    String tokens = " (expected: 1 to " + MAX_TOKEN + ")";
    return Stream.of(
        arguments(
            Ask.release(1, MAX_UINT64, 1),
            "request: 18446744073709551615 (expected: 1 to 2^63 - 1)"),
        arguments(Ask.release(1, 1, MAX_UINT64), "token: 18446744073709551615" + tokens),
        arguments(Request.newBuilder(), "call: none (expected: one)"),
        arguments(
            Request.newBuilder().setRenew(RenewRequest.newBuilder().setKey("/a")),
            "token: 0" + tokens),
        arguments(
            Request.newBuilder()
                .setRenew(RenewRequest.newBuilder().setKey("/a").setToken(MAX_TOKEN + 1)),
            "token: 9007199254740992" + tokens),
        arguments(
            Request.newBuilder()
                .setRelease(ReleaseRequest.newBuilder().setKey("/a").setToken(MAX_UINT64)),
            "token: 18446744073709551615" + tokens),
        arguments(
            Request.newBuilder()
                .setRelease(ReleaseRequest.newBuilder().setKey("/a").setToken(1).setRequest(3)),
            "request: 3, acknowledged: 0 (expected: 0 without a session)"),
        arguments(
            Request.newBuilder().setConvert(Ask.conversion(1, 1, 1, Mode.SEMAPHORE)),
            "mode: 3 (expected: EXCLUSIVE or SHARED)"),
        arguments(
            Request.newBuilder().setConvert(Ask.conversion(1, 1, 1, Mode.MODE_UNSPECIFIED)),
            "mode: 0 (expected: EXCLUSIVE or SHARED)"),
        arguments(
            Request.newBuilder().setGet(GetRequest.newBuilder().setKey("/a").setMaxWaiters(1_001)),
            "max waiters: 1001 (expected: 0 to 1000)"),
        arguments(
            Request.newBuilder().setGet(GetRequest.newBuilder().setKey("/a").setMaxWaiters(-1)),
            "max waiters: 4294967295 (expected: 0 to 1000)"),
        arguments(
            Request.newBuilder().setList(ListRequest.newBuilder().setPageSize(1_001)),
            "page size: 1001 (expected: 0 to 1000)"),
        arguments(
            Request.newBuilder().setList(ListRequest.newBuilder().setMaxWaiters(101)),
            "max waiters: 101 (expected: 0 to 100)"),
        arguments(
            Request.newBuilder().setList(ListRequest.newBuilder().setPageToken("a page, please")),
            "page token: unknown (expected: the token of the previous reply)"),
        arguments(
            Ask.watch(Ask.key("/a").setFromRevision(MAX_TOKEN + 1)),
            "from revision: 9007199254740992 (expected: 0 or more, below 2^53)"),
        arguments(
            Ask.watch(Ask.key("/a").setFromRevision(MAX_UINT64)),
            "from revision: 18446744073709551615 (expected: 0 or more, below 2^53)"));
  }

  @ParameterizedTest
  @MethodSource("others")
  void anythingElseOutOfRangeIsRefused(Request.Builder request, String message) {
    assertInvalid(request, message);
  }

  @Test
  void hugeNumbersDoNoHarm() {
    long token = session.hold("/huge");
    long[] huge = {Long.MAX_VALUE, Long.MIN_VALUE, MAX_UINT64, 1L << 53};

    for (long number : huge) {
      assertThat(client.call(Ask.keepAlive(number)).getError().getReason())
          .isEqualTo(Reason.SESSION_UNKNOWN);
      assertThat(client.call(Ask.acquire(number, 1, "/huge")).hasError()).isTrue();
      assertThat(client.call(Ask.openSession(number)).getError().getReason())
          .isEqualTo(Reason.INVALID_ARGUMENT);
      Error error = client.refused(Ask.release(session.id(), session.nextNumber(), number));
      assertThat(error.getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    }
    assertThat(client.call(Ask.release(session.id(), MAX_UINT64, token)).getError().getReason())
        .isEqualTo(Reason.INVALID_ARGUMENT);

    assertThat(client.call(Ask.get("/huge")).getGet().getView().getHolds(0).getToken())
        .isEqualTo(token);
  }

  @Test
  void sessionThatHasUsedTheGreatestNumberCannotHaveItsRequestsNumbered() {
    long last = Long.MAX_VALUE;
    assertThat(client.call(Ask.acquire(session.id(), last, "/last")).getAcquire().hasGranted())
        .isTrue();

    Error error = client.refused(Ask.acquire(session.id(), 0, "/after-the-last"));

    assertThat(error.getReason()).isEqualTo(Reason.INVALID_ARGUMENT);
    assertThat(client.call(Ask.acquire(session.id(), last, "/last")).getAcquire().hasGranted())
        .isTrue();
  }

  @Test
  void plainCallFailsWithTheSameWords() {
    CallFailure failure =
        CallFailure.of(() -> SERVICE.node().calls().openSession(Ask.session(500).build()));

    assertThat(failure.code()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(failure.reason()).isEqualTo("INVALID_ARGUMENT");
    assertThat(failure.message()).isEqualTo("ttl: 0.5 s (expected: 1 s to 600 s)");
  }
}
