package io.tenure.server.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a batch that the engine fails with. */
final class SubmissionTest {
  private static final RaftGroupMemberId ID =
      RaftGroupMemberId.valueOf(RaftPeerId.valueOf("n1"), RaftGroupId.randomId());

  private CompletableFuture<@Nullable Failure> submit(Throwable thrown) {
    RaftServer.Division division =
        (RaftServer.Division)
            Proxy.newProxyInstance(
                RaftServer.class.getClassLoader(),
                new Class<?>[] {RaftServer.Division.class, RaftClientAsynchronousProtocol.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getId" -> ID.getPeerId();
                      case "getMemberId" -> ID;
                      case "submitClientRequestAsync" -> CompletableFuture.failedFuture(thrown);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    Batch batch = new Batch(List.of(), new byte[] {1}, Batch.ANY_TERM);
    return new Submission(division, ClientId.randomId(), new Calls()).apply(batch);
  }

  @Test
  void errorOfTheEngineIsNoAnswer() throws Exception {
    Error error = new StackOverflowError();

    CompletableFuture<@Nullable Failure> submitted = submit(error);

    assertThat(submitted)
        .failsWithin(java.time.Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCause(error);
  }

  @Test
  void exceptionOfTheEngineIsAnswered() throws Exception {
    Failure failure = submit(new IOException("for a test")).get();

    assertThat(failure).isNotNull();
    assertThat(failure.kind()).isEqualTo(Failure.Kind.SHUTTING_DOWN);
  }
}
