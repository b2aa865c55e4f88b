package io.tenure.client.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.Hold;
import io.tenure.client.Leadership;
import io.tenure.client.LockEvent;
import io.tenure.client.Loss;
import io.tenure.client.Scope;
import io.tenure.client.Tenure;
import io.tenure.client.Watch;
import io.tenure.client.error.IndeterminateException;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;
import io.tenure.client.error.UnavailableException;
import io.tenure.client.view.HoldView;
import io.tenure.client.view.WatchedKeys;
import io.tenure.harness.Await;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Retry;
import io.tenure.protocol.v1.ServerFrame;
import io.tenure.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The service executes a call, and the answer is lost. */
@Tag("full")
final class UnansweredCallTest {
  private TestServer server;
  private Tenure other;
  private FrameProxy proxy;
  private Tenure tenure;
  private volatile UnaryOperator<ServerFrame> change = frame -> frame;
  private final List<LockEvent> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() throws Exception {
    server = TestServer.start();
    other = server.connect();
    Watch unused = other.watch(new WatchedKeys("/u", Scope.SUBTREE), 1, events::add);
    proxy = new FrameProxy(server.endpoint(), frame -> change.apply(frame));
    tenure =
        Tenure.builder()
            .endpoints(proxy.endpoint())
            .ttl(Duration.ofMinutes(10))
            .timeout(Duration.ofSeconds(1))
            .connect();
  }

  @AfterEach
  void stop() {
    tenure.close();
    proxy.close();
    other.close();
    server.close();
  }

  private static boolean isDecided(Reply reply) {
    return reply.hasAcquire() && !reply.getAcquire().hasQueued();
  }

  private static ServerFrame without(ServerFrame frame, Predicate<Reply> lost) {
    ServerFrame.Builder rest = frame.toBuilder().clearReplies();
    frame.getRepliesList().stream().filter(lost.negate()).forEach(rest::addReplies);
    return rest.build();
  }

  private void assertThatItWasGrantedAndGivenBack(String key) throws Exception {
    Await.until("it is given back", () -> count(key, LockEvent.Kind.RELEASED) == 1);
    assertThat(count(key, LockEvent.Kind.GRANTED)).isEqualTo(1);
    assertThat(other.lock(key).tryAcquire()).isPresent();
  }

  private long count(String key, LockEvent.Kind kind) {
    return events.stream()
        .filter(event -> event.kind() == kind && event.targets().get(0).key().equals(key))
        .count();
  }

  @Test
  void acquireWhoseGrantIsLostIsIndeterminateAndGivenBack() throws Exception {
    change = frame -> without(frame, UnansweredCallTest::isDecided);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.lock("/u/timed").waitUpTo(Duration.ofMillis(100)).acquire())
        .withMessageStartingWith("[/u/timed]: no answer within ")
        .withMessageContaining("may have been granted")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_ANSWER));

    assertThatItWasGrantedAndGivenBack("/u/timed");
  }

  @Test
  void acquireThatDoesNotWaitIsIndeterminateIfItsGrantIsLost() throws Exception {
    change = frame -> without(frame, UnansweredCallTest::isDecided);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.lock("/u/try").tryAcquire());

    assertThatItWasGrantedAndGivenBack("/u/try");
  }

  @Test
  void candidateThatMayHaveBeenElectedIsNotToldThatItWasNot() throws Exception {
    change = frame -> without(frame, UnansweredCallTest::isDecided);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.election("/u/election").campaign(Duration.ofMillis(100)));

    assertThatItWasGrantedAndGivenBack("/u/election");
  }

  @Test
  void requestThatWaitedAndIsNotAnsweredMayHaveBeenGranted() throws Exception {
    Hold hold = other.lock("/u/queued").acquire();
    change = frame -> without(frame, UnansweredCallTest::isDecided);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.lock("/u/queued").tryAcquire(Duration.ofMillis(100)));

    Await.until("nobody waits", () -> other.get("/u/queued").waiting() == 0);
    hold.release();
  }

  @Test
  void withdrawalThatIsRefusedForNowIsSentAgain() throws Exception {
    AtomicInteger withdrawals = new AtomicInteger();
    change =
        frame ->
            replaced(
                without(frame, UnansweredCallTest::isDecided),
                reply -> reply.hasWithdraw() && withdrawals.incrementAndGet() < 3,
                io.tenure.protocol.v1.Reason.LIMIT_REACHED);
    assertThatThrownBy(() -> tenure.lock("/u/again").owner("me").tryAcquire())
        .isInstanceOf(IndeterminateException.class);

    Await.until("it is answered", () -> proxy.count("answered WITHDRAW") > 0);

    assertThat(proxy.count("asked WITHDRAW")).isEqualTo(3);
    assertThatItWasGrantedAndGivenBack("/u/again");
  }

  @Test
  void refusalOfASecondCopySaysNothingOfTheFirst() throws Exception {
    AtomicInteger grants = new AtomicInteger();
    change =
        frame -> {
          if (frame.getRepliesList().stream().anyMatch(UnansweredCallTest::isDecided)
              && grants.getAndIncrement() == 0) {
            throw new IllegalStateException("breaks the connection");
          }
          return replaced(
              frame, UnansweredCallTest::isDecided, io.tenure.protocol.v1.Reason.LIMIT_REACHED);
        };

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.lock("/u/copies").acquire())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.LIMIT_REACHED));

    assertThat(proxy.count("asked ACQUIRE")).isEqualTo(2);
    assertThatItWasGrantedAndGivenBack("/u/copies");
  }

  @Test
  void answerThatTheServiceHasForgottenIsIndeterminate() throws Exception {
    change =
        frame ->
            replaced(
                frame,
                UnansweredCallTest::isDecided,
                io.tenure.protocol.v1.Reason.REQUEST_FORGOTTEN);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> tenure.lock("/u/forgotten").acquire())
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REQUEST_FORGOTTEN));

    assertThatItWasGrantedAndGivenBack("/u/forgotten");
  }

  @Test
  void releaseThatIsNotAnsweredIsIndeterminateAndGoesOn() throws Exception {
    Hold hold = tenure.lock("/u/released").acquire();
    change = frame -> without(frame, Reply::hasRelease);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(hold::release)
        .withMessageContaining("/u/released");

    assertThatItWasGrantedAndGivenBack("/u/released");
  }

  @Test
  void releaseWhoseAnswerIsForgottenIsSentAgain() throws Exception {
    List<Loss> losses = new CopyOnWriteArrayList<>();
    AtomicInteger answers = new AtomicInteger();
    Hold hold = tenure.lock("/u/twice").acquire().onLost(losses::add);
    change =
        frame ->
            replaced(
                frame,
                reply -> reply.hasRelease() && answers.getAndIncrement() == 0,
                io.tenure.protocol.v1.Reason.REQUEST_FORGOTTEN);

    hold.release();

    assertThat(proxy.count("asked RELEASE")).isEqualTo(2);
    assertThat(losses).isEmpty();
    assertThatItWasGrantedAndGivenBack("/u/twice");
  }

  @Test
  void releaseIsNotSentForEverToAServiceThatForgetsIt() throws Exception {
    Hold hold = tenure.lock("/u/for-ever").acquire();
    change =
        frame -> replaced(frame, Reply::hasRelease, io.tenure.protocol.v1.Reason.REQUEST_FORGOTTEN);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(hold::release)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.REQUEST_FORGOTTEN));

    assertThat(proxy.count("asked RELEASE")).isEqualTo(2);
  }

  @Test
  void valueThatIsNotAnsweredIsIndeterminateAndGoesOn() throws Exception {
    Hold hold = tenure.lock("/u/value").value("old").acquire();
    change = frame -> without(frame, Reply::hasSetValue);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> hold.setValue("new"))
        .withMessageContaining("/u/value")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_ANSWER));
    assertThat(hold.value()).isEqualTo("old");
    change = frame -> frame;

    Await.until("the service has confirmed it", () -> hold.value().equals("new"));
    Await.until("it is told", () -> count("/u/value", LockEvent.Kind.VALUE_CHANGED) > 0);
    assertThat(count("/u/value", LockEvent.Kind.VALUE_CHANGED)).isEqualTo(1);
    assertThat(hold.isValid()).isTrue();
  }

  /** An error is an answer: the client does not send the call again. */
  @Test
  void proclamationThatFailsInsideTheServiceIsIndeterminateAndNotSentAgain() throws Exception {
    Leadership leadership = tenure.election("/u/proclaimed").value("old").campaign();
    change = frame -> replaced(frame, Reply::hasSetValue, io.tenure.protocol.v1.Reason.INTERNAL);

    assertThatExceptionOfType(IndeterminateException.class)
        .isThrownBy(() -> leadership.proclaim("new"))
        .withMessage("because; it may have been executed")
        .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INTERNAL));
    assertThat(leadership.proclaimAsync("newer"))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableThat()
        .withCauseInstanceOf(IndeterminateException.class);
    change = frame -> frame;

    assertThat(leadership.value()).isEqualTo("old");
    assertThat(other.get("/u/proclaimed").holds()).extracting(HoldView::value).contains("newer");
    leadership.proclaim("newest");
    assertThat(proxy.count("asked SET_VALUE")).isEqualTo(3);
    assertThat(leadership.value()).isEqualTo("newest");
    assertThat(leadership.isValid()).isTrue();
  }

  @Test
  void readThatFailsWasNotDone() throws Exception {
    change = frame -> replaced(frame, Reply::hasGet, io.tenure.protocol.v1.Reason.INTERNAL);

    assertThatThrownBy(() -> tenure.get("/u/read"))
        .isInstanceOf(UnavailableException.class)
        .satisfies(e -> assertThat(((TenureException) e).reason()).isEqualTo(Reason.INTERNAL));
  }

  /** Replaces some replies of the frame by an error of the service. */
  private static ServerFrame replaced(
      ServerFrame frame, Predicate<Reply> lost, io.tenure.protocol.v1.Reason reason) {
    Retry retry =
        switch (reason) {
          case INTERNAL -> Retry.RETRY_INDETERMINATE;
          case LIMIT_REACHED -> Retry.RETRY_SAFE;
          default -> Retry.RETRY_NEVER;
        };
    Error error =
        Error.newBuilder().setReason(reason).setRetry(retry).setMessage("because").build();
    ServerFrame.Builder changed = frame.toBuilder();
    changed.getRepliesBuilderList().stream()
        .filter(reply -> lost.test(reply.build()))
        .forEach(reply -> reply.setError(error));
    return changed.build();
  }
}
