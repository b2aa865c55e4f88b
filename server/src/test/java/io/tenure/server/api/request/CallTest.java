package io.tenure.server.api.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.TestCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that waits for a future. */
class CallTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  private final RecordingReplies to = new RecordingReplies();
  private final List<Throwable> reported = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    cluster = TestCluster.single(directory);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static final class Awaiting extends Call {
    private final CompletableFuture<?> future;

    Awaiting(ReplyTarget to, CompletableFuture<?> future) {
      super(new RoutedRequest(Request.getDefaultInstance(), cluster.leader().parts(0), to));
      this.future = future;
    }

    @Override
    public void begin() {
      await(this, future, (call, value) -> {});
    }
  }

  /** On a thread whose errors are recorded. */
  private void begin(CompletableFuture<?> future) throws InterruptedException {
    Thread thread = new Thread(() -> new Awaiting(to, future).begin());
    thread.setUncaughtExceptionHandler((ended, thrown) -> reported.add(thrown));
    thread.start();
    thread.join();
  }

  @Test
  void errorOfTheFutureIsReportedSoThatTheNodeEnds() throws InterruptedException {
    AssertionError error = new AssertionError("broken");

    begin(CompletableFuture.failedFuture(new CompletionException(error)));

    assertThat(reported).containsExactly(error);
  }

  @Test
  void exceptionOfTheFutureIsAnInternalErrorOfTheCall() throws InterruptedException {
    begin(CompletableFuture.failedFuture(new IllegalStateException("bug")));

    assertThat(reported).isEmpty();
    assertThat(to.replies).hasSize(1);
    assertThat(to.replies.get(0).getError().getReason()).isEqualTo(Reason.INTERNAL);
  }
}
