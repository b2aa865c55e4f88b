package io.tenure.server.raft.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.raft.AppendFailure;
import io.tenure.raft.Member;
import io.tenure.raft.StateMachine;
import io.tenure.server.apply.Batch;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
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

/** What becomes of an entry that the engine fails with. */
final class RatisLogTest {
  private static final RaftGroupMemberId ID =
      RaftGroupMemberId.valueOf(RaftPeerId.valueOf("n1"), RaftGroupId.randomId());

  private CompletableFuture<@Nullable AppendFailure> submit(Throwable thrown) {
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
    Member self = new Member("n1", "n1:1", "n1:2");
    RatisStateMachine machine =
        new RatisStateMachine("main", new SilentMachine(), EngineCluster.SETTINGS, e -> {});
    return new RatisLog(
            new RatisLog.Parts(
                0, "main", self, division, machine, ClientId.randomId(), new CallIds(), 0))
        .append(batch);
  }

  @Test
  void errorOfTheEngineIsNoAnswer() throws Exception {
    Error error = new StackOverflowError();

    CompletableFuture<@Nullable AppendFailure> submitted = submit(error);

    assertThat(submitted)
        .failsWithin(java.time.Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCause(error);
  }

  @Test
  void exceptionOfTheEngineIsAnswered() throws Exception {
    AppendFailure failure = submit(new IOException("for a test")).get();

    assertThat(failure).isNotNull();
    assertThat(failure.reason()).isEqualTo(AppendFailure.Reason.STOPPED);
  }

  private static final class SilentMachine implements StateMachine {
    @Override
    public @Nullable Image apply(CommittedEntry entry, boolean imageWanted) {
      return null;
    }

    @Override
    public void restore(Path snapshot) {}

    @Override
    public void installed() {}

    @Override
    public void leads(long term) {}

    @Override
    public void deposed() {}

    @Override
    public void follows(String leader) {}

    @Override
    public void membershipChanged() {}

    @Override
    public void reconcile(boolean leads, long term) {}
  }
}
