package io.tenure.server.api.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reason;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.server.api.TestCluster;
import io.tenure.server.api.load.ConnectionLoad;
import io.tenure.server.api.shard.ShardParts;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call that waits for a future. */
class CallTest {
  @TempDir static Path directory;
  private static TestCluster cluster;

  private final Replies to = new Replies();
  private final List<Throwable> reported = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void start() {
    cluster = TestCluster.single(directory);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Keeps what the call is to hear. */
  private static final class Replies implements ReplyTarget {
    private final List<Object> gathered = new CopyOnWriteArrayList<>();

    @Override
    public ScheduledExecutorService loop() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void gather(Call call, Object heard) {
      gathered.add(heard);
    }

    @Override
    public ConnectionLoad load() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }

    @Override
    public void interim(Reply.Builder reply) {}

    @Override
    public void last(Reply.Builder reply, long taken) {}

    @Override
    public boolean isPlain() {
      return true;
    }

    @Override
    public boolean passOn(Request request, ShardParts parts, Failure why) {
      return false;
    }
  }

  private static final class Awaiting extends Call {
    private final CompletableFuture<?> future;

    Awaiting(ReplyTarget to, CompletableFuture<?> future) {
      super(new RoutedRequest(Request.getDefaultInstance(), cluster.leader().parts(0), to));
      this.future = future;
    }

    @Override
    public void begin() {
      await(future);
    }

    @Override
    public void decided(Object outcome) {}
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
    assertThat(to.gathered).hasSize(1);
    assertThat(((Error) to.gathered.get(0)).getReason()).isEqualTo(Reason.INTERNAL);
  }
}
