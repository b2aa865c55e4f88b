package io.tenure.server.api.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.Command.OpenSession;
import io.tenure.core.model.Outcome.SessionOpened;
import io.tenure.core.model.SessionId;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.request.RecordingReplies;
import io.tenure.server.api.request.RoutedRequest;
import io.tenure.server.apply.Failure;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The log has opened the session, but this node has ceased to lead before it could say so: the node
 * of the test never led.
 */
final class OpenSessionCallTest {
  @TempDir Path directory;
  private TestCluster cluster;
  private final RecordingReplies caller = new RecordingReplies();

  @BeforeEach
  void start() {
    cluster = TestCluster.steady(directory, "");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private OpenSessionCall call(long nonce) {
    Request request =
        Request.newBuilder()
            .setOpenSession(OpenSessionRequest.newBuilder().setNonce(nonce).setTtlMs(10_000))
            .build();
    return new OpenSessionCall(
        new RoutedRequest(request, cluster.follower().shard(), caller),
        new OpenSession(nonce == 0 ? 4711 : nonce, 10_000, ""));
  }

  @Test
  void sessionThatNobodyCanFindAgainIsNotSaidToBeUnopened() {
    call(0).applied(new SessionOpened(new SessionId(1)));

    assertThat(caller.forwarded).isEmpty();
    assertThat(caller.replies).hasSize(1);
    Error error = caller.replies.get(0).getError();
    assertThat(error.getReason()).isEqualTo(Reason.LEADERSHIP_LOST);
    assertThat(error.getRetry()).isEqualTo(Retry.RETRY_INDETERMINATE);
  }

  /** Its nonce finds the same session at the next leader. */
  @Test
  void sessionWithANonceIsAskedForAgainElsewhere() {
    OpenSessionCall call = call(5);

    call.applied(new SessionOpened(new SessionId(1)));

    assertThat(caller.forwarded).containsExactly(call.request);
    assertThat(caller.replies).isEmpty();
  }

  /** Then nothing has happened, and another node may be asked. */
  @Test
  void sessionThatWasNotOpenedIsAskedForElsewhere() {
    OpenSessionCall call = call(0);

    call.failed(new Failure(Failure.Kind.NOT_LEADER, "n2 leads", null));

    assertThat(caller.forwarded).containsExactly(call.request);
    assertThat(caller.replies).isEmpty();
  }
}
