package io.tenure.client.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tenure.client.ScriptedServer;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.protocol.v1.RevokeHoldReply;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class ClusterAdminTest {
  @Test
  void everyNodeIsAskedAndSilenceIsAnAnswer() throws InterruptedException {
    ScriptedServer up = new ScriptedServer();
    ScriptedServer down = new ScriptedServer();
    down.close();

    try (up;
        ClusterAdmin admin = ClusterAdmin.of(List.of(up.address()))) {
      Map<String, Optional<NodeStatus>> answers =
          up.awaitStatus(admin, List.of(down.address(), up.address()));

      assertThat(answers).containsOnlyKeys(down.address(), up.address());
      assertThat(answers.get(down.address())).isEmpty();
      assertThat(answers.get(up.address())).map(NodeStatus::node).contains("n1");
    }
  }

  @Test
  void closingAfterARefusedConnectionLogsNoError() throws InterruptedException {
    ScriptedServer down = new ScriptedServer();
    down.close();
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    Logger grpc = Logger.getLogger("io.grpc");
    Handler recorder = new ErrorRecorder(errors);
    grpc.addHandler(recorder);

    for (int i = 0; i < 200; i++) {
      try (ClusterAdmin admin = ClusterAdmin.of(List.of(down.address()))) {
        admin.statusOf(List.of(down.address()));
      }
    }

    grpc.removeHandler(recorder);
    assertThat(errors).isEmpty();
  }

  /** Records what gRPC logs as severe. */
  private static final class ErrorRecorder extends Handler {
    private final Queue<String> errors;

    ErrorRecorder(Queue<String> errors) {
      this.errors = errors;
    }

    @Override
    public void publish(LogRecord entry) {
      if (entry.getLevel().equals(Level.SEVERE)) {
        errors.add(entry.getMessage());
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  @Test
  void revocationIsRefusedLikeARelease() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer();
        ClusterAdmin admin = ClusterAdmin.of(List.of(server.address()))) {
      server.answer(
          RevokeHoldReply.newBuilder()
              .setRefusal(
                  io.tenure.protocol.v1.Refusal.newBuilder()
                      .setKind(io.tenure.protocol.v1.Refusal.Kind.NOT_HELD)
                      .setMessage("token 3 was never granted"))
              .build());

      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> admin.revoke("/a", 3))
          .withMessage("token 3 was never granted");
    }
  }

  /** It is not only a read: a node whose state differs stops. */
  @Test
  void comparisonThatIsNotAnsweredMayHaveBeenMade() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer();
        ClusterAdmin admin = ClusterAdmin.of(List.of(server.address()))) {
      server.vanish();

      assertThatExceptionOfType(IndeterminateException.class)
          .isThrownBy(() -> admin.compareState(0))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST));
    }
  }
}
