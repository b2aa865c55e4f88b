package io.tenure.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpiryWheelTest {
  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final long TICK_MILLIS = 10;

  private final ExpiryWheel wheel = new ExpiryWheel(TICK_MILLIS, 50);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void findsExactlyThoseWhoseTickIsOver(long seed) {
    Random random = new Random(seed);
    List<LiveSession> inside = new ArrayList<>();
    long now = random.nextInt(1_000);
    wheel.clear(nanos(now));

    for (int step = 0; step < 5_000; step++) {
      switch (random.nextInt(4)) {
        case 0 -> inside.add(added(step, now + 1 + random.nextInt(200)));
        case 1 -> {
          if (!inside.isEmpty()) {
            wheel.remove(inside.remove(random.nextInt(inside.size())));
          }
        }
        case 2 -> {
          if (!inside.isEmpty()) {
            LiveSession kept = inside.get(random.nextInt(inside.size()));
            kept.deadlineNanos += nanos(random.nextInt(200));
          }
        }
        default -> {
          now += random.nextInt(random.nextInt(50) == 0 ? 500 : 15);
          List<LiveSession> overdue = new ArrayList<>();
          wheel.advance(nanos(now), UNLIMITED, UNLIMITED, overdue);

          long tickNow = nanos(now / TICK_MILLIS * TICK_MILLIS);
          long exactNow = nanos(now);
          assertThat(numbers(overdue))
              .as("seed %d, step %d: all of the ticks that are over", seed, step)
              .containsAll(numbers(inside.stream().filter(s -> s.deadlineNanos <= tickNow)))
              .as("seed %d, step %d: none whose deadline is to come", seed, step)
              .isSubsetOf(numbers(inside.stream().filter(s -> s.deadlineNanos <= exactNow)));
          inside.removeAll(overdue);
        }
      }
    }
  }

  @Test
  void stopsAtItsLimitsAndGoesOnFromThere() {
    wheel.clear(0);
    for (int n = 0; n < 5; n++) {
      LiveSession session = added(n, 10);
      session.deadlineNanos = nanos(n < 3 ? 10 : 40);
    }
    List<LiveSession> overdue = new ArrayList<>();

    wheel.advance(nanos(20), UNLIMITED, 3, overdue);
    assertThat(overdue).hasSize(1);
    wheel.advance(nanos(20), 2, UNLIMITED, overdue);
    assertThat(overdue).hasSize(2);
    wheel.advance(nanos(20), UNLIMITED, UNLIMITED, overdue);
    assertThat(overdue).hasSize(3);
    wheel.advance(nanos(40), UNLIMITED, UNLIMITED, overdue);

    assertThat(numbers(overdue)).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void oneThatIsOverAlreadyComesNext() {
    wheel.clear(nanos(500));
    List<LiveSession> overdue = new ArrayList<>();
    wheel.advance(nanos(500), UNLIMITED, UNLIMITED, overdue);
    LiveSession late = added(1, 300);

    wheel.advance(nanos(510), UNLIMITED, UNLIMITED, overdue);

    assertThat(overdue).containsExactly(late);
  }

  private LiveSession added(long number, long deadlineMillis) {
    LiveSession session = new LiveSession(new SessionId(number), 1_000);
    session.deadlineNanos = nanos(deadlineMillis);
    wheel.add(session);
    return session;
  }

  private static long nanos(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static Set<Long> numbers(List<LiveSession> sessions) {
    return numbers(sessions.stream());
  }

  private static Set<Long> numbers(Stream<LiveSession> sessions) {
    Set<Long> numbers = new TreeSet<>();
    sessions.forEach(session -> numbers.add(session.id.number()));
    return numbers;
  }
}
