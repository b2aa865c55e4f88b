package io.tenure.server.session;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A {@link SessionClock} whose time, timers and proposer the test drives by hand. */
final class ClockUnderTest {
  private record Ring(long atNanos, Runnable task) {}

  final ManualExpiryProposer proposer = new ManualExpiryProposer();
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  final SessionClock clock;

  private final SessionSettings settings;
  private final List<Ring> rings = new ArrayList<>();

  /** Soon past its highest value, as a monotonic clock may be. */
  private long nanos = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(3);

  private long nextTickNanos;

  ClockUnderTest(SessionSettings settings) {
    this.settings = settings;
    this.nextTickNanos = nanos + TimeUnit.MILLISECONDS.toNanos(settings.tickMillis());
    this.clock = new SessionClock(settings, () -> this.nanos, proposer, this::setAlarm, meters);
  }

  static Session session(long number, long ttlMillis) {
    return new Session(new SessionId(number), number, ttlMillis, "");
  }

  private void setAlarm(long delayMillis, Runnable task) {
    rings.add(new Ring(nanos + TimeUnit.MILLISECONDS.toNanos(delayMillis), task));
  }

  RecordingAnswer keepAlive(Session session) {
    RecordingAnswer answer = new RecordingAnswer();
    clock.keepAlive(session.id(), answer);
    return answer;
  }

  /** Runs what is due by now. */
  void settle() {
    pass(0);
  }

  /** Lets time pass, with every tick and alarm at its moment. */
  void pass(long millis) {
    long endNanos = nanos + TimeUnit.MILLISECONDS.toNanos(millis);
    while (true) {
      Ring next = nextRing();
      if (next.atNanos() - endNanos > 0) {
        break;
      }
      nanos = next.atNanos() - nanos > 0 ? next.atNanos() : nanos;
      next.task().run();
    }
    nanos = endNanos;
  }

  /** Lets time pass while the process stands still; whatever came due in between runs late. */
  void pause(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    nextTickNanos = nanos;
  }

  private Ring nextRing() {
    Ring next = new Ring(nextTickNanos, this::tick);
    for (Ring ring : rings) {
      if (ring.atNanos() - next.atNanos() < 0) {
        next = ring;
      }
    }
    Ring taken = next;
    return new Ring(taken.atNanos(), () -> run(taken));
  }

  private void run(Ring ring) {
    rings.remove(ring);
    ring.task().run();
  }

  private void tick() {
    nextTickNanos += TimeUnit.MILLISECONDS.toNanos(settings.tickMillis());
    clock.tick();
  }

  double count(String result) {
    return meters.counter("tenure.keepalives", "result", result).count();
  }
}
