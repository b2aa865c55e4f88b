package io.tenure.faults.agent;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.client.Tenure;
import io.tenure.client.error.UnavailableException;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.Outbox;
import io.tenure.server.session.ExpiryProposer;
import io.tenure.server.session.KeepAliveAnswer;
import io.tenure.server.session.SessionClock;
import io.tenure.server.session.SessionSettings;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A program that shows, in a JVM with the agent or without, how a class of the product behaves. */
final class Probe {
  private Probe() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "nothing" -> System.out.println("ran");
      case "majority" -> System.out.println("committed " + majority(new long[] {1, 5, 9}));
      case "deposed" -> System.out.println(keepAliveAfterDeposition().get(60, TimeUnit.SECONDS));
      case "client" -> System.out.println(lockWhereNobodyIs());
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static Object majority(long[] sorted) throws ReflectiveOperationException {
    Method majority =
        Class.forName("org.apache.ratis.server.impl.LeaderStateImpl$MinMajorityMax")
            .getDeclaredMethod("getMajority", long[].class);
    majority.setAccessible(true);
    return majority.invoke(null, (Object) sorted);
  }

  private static CompletableFuture<String> keepAliveAfterDeposition() {
    SessionId id = new SessionId(7);
    SessionClock clock =
        new SessionClock(
            SessionSettings.defaults(),
            System::nanoTime,
            new CertainLog(),
            (delayMillis, task) ->
                CompletableFuture.delayedExecutor(delayMillis, TimeUnit.MILLISECONDS).execute(task),
            new SimpleMeterRegistry());
    clock.leads(1, List.of(new Session(id, 1, 5_000, "probe")));
    clock.deposed();
    Heard heard = new Heard();
    clock.keepAlive(id, heard);
    return heard.answer;
  }

  private static String lockWhereNobodyIs() throws InterruptedException {
    try (Tenure tenure =
        Tenure.builder().endpoints("127.0.0.1:1").timeout(Duration.ofMillis(50)).connect()) {
      return "granted: " + tenure.lock("/key").tryAcquire();
    } catch (UnavailableException e) {
      return "unavailable";
    }
  }

  private static final class CertainLog implements ExpiryProposer {
    @Override
    public CompletableFuture<Void> confirmLeadership(long term) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void expire(long term, SessionId session, Runnable notExpired) {}
  }

  private static final class Heard implements KeepAliveAnswer {
    private final CompletableFuture<String> answer = new CompletableFuture<>();

    @Override
    public void kept(long ttlMillis) {
      answer.complete("kept");
    }

    @Override
    public void unknown() {
      answer.complete("unknown");
    }

    @Override
    public void failed(Failure failure) {
      answer.complete("failed");
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }
  }
}
