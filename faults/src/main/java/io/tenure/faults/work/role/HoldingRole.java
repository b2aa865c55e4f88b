package io.tenure.faults.work.role;

import io.tenure.client.Hold;
import io.tenure.client.Session;
import io.tenure.client.Target;
import io.tenure.client.Tenure;
import io.tenure.faults.work.ClientContext;
import io.tenure.faults.work.HeldGrant;
import io.tenure.faults.work.RecordedLocks;
import io.tenure.faults.work.RecordedLocks.Wish;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds a few keys for as long as it can, and stands in line for those that others hold, all in one
 * session of the public client. So there is always somebody behind a holder who gets it as soon as
 * the service takes it for lost, and the holder writes down all the time until when it is sure of
 * it. It never lets go because its time is over, but waits to be told.
 */
final class HoldingRole implements Role {
  private static final long LOOK_MILLIS = 200;
  private static final int LOOKS_PER_SECOND = 5;
  private static final int RELEASED_PERCENT_PER_SECOND = 3;
  private static final int MIN_TTL_MILLIS = 2_000;
  private static final int MAX_TTL_MILLIS = 3_000;

  /** Who was not told by then will not be. */
  private static final long NEVER_TOLD_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ClientContext self;
  private final Tenure tenure;
  private final RecordedLocks locks;
  private final List<String> keys;
  private final Map<String, Place> places = new TreeMap<>();
  private @Nullable Session session;

  /** A hold in the session, by which that is known; null while there was none. */
  private @Nullable HeldGrant known;

  /** A place in line, or what came of it. */
  private static final class Place {
    private final Session session;
    private @Nullable CompletableFuture<Hold> asked;
    private long sureNanos;
    private boolean inUse;

    // The client sets these: what it got first, if anything.
    private volatile @Nullable HeldGrant grip;
    private volatile boolean answered;
    private volatile boolean lost;

    Place(Session session) {
      this.session = session;
    }

    void ended(@Nullable HeldGrant got) {
      grip = got;
      answered = true;
    }

    void gone() {
      lost = true;
    }
  }

  HoldingRole(ClientContext self, Tenure tenure) {
    this.self = self;
    this.tenure = tenure;
    this.locks = new RecordedLocks(self);
    this.keys = self.keys().held(self.shard());
  }

  @Override
  public void step() throws InterruptedException {
    for (String key : keys) {
      look(key);
    }
    if (self.random().nextInt(100 * LOOKS_PER_SECOND) < RELEASED_PERCENT_PER_SECOND) {
      releaseOne();
    }
    self.linger(LOOK_MILLIS, () -> true);
  }

  private void look(String key) throws InterruptedException {
    Place place = places.get(key);
    if (place == null) {
      ask(key);
      return;
    }
    if (!place.answered) {
      return;
    }
    HeldGrant grip = place.grip;
    if (grip == null || place.lost) {
      leave(key, place);
    } else {
      lookAt(key, place, grip);
    }
  }

  private void lookAt(String key, Place place, HeldGrant grip) throws InterruptedException {
    // In this order, so that it is never more than it is.
    long nanos = System.nanoTime();
    long leftNanos = grip.remaining().get().toNanos();
    boolean isFirst = place.sureNanos == 0;
    if (leftNanos > 0) {
      self.recorder().sure(self.name(), self.shard(), grip.token(), nanos + leftNanos, nanos);
    }
    if (leftNanos > 0 || isFirst) {
      place.sureNanos = nanos;
    }
    if (leftNanos > 0 && !place.inUse) {
      place.inUse = true;
      self.resources().begin(key, grip.token());
    }
    if (isOf(session, place)) {
      known = grip;
    }
    if (nanos - place.sureNanos > NEVER_TOLD_NANOS) {
      leave(key, place);
      closeSession();
    }
  }

  @SuppressWarnings("ReferenceEquality") // Each session is one object.
  private static boolean isOf(@Nullable Session session, Place place) {
    return session == place.session;
  }

  private void ask(String key) throws InterruptedException {
    self.pacer().await(1);
    Session present = session;
    if (present == null || !present.isLive()) {
      present = tenure.openSession(ttl());
      session = present;
      known = null;
    }
    Place place = new Place(present);
    Wish wish = new Wish(List.of(Target.exclusive(key)), -1);
    place.asked = locks.standing(present, wish, place::ended, place::gone);
    places.put(key, place);
  }

  private Duration ttl() {
    return Duration.ofMillis(
        MIN_TTL_MILLIS + self.random().nextInt(MAX_TTL_MILLIS - MIN_TTL_MILLIS + 1));
  }

  /** It asks again when it looks next. */
  private void leave(String key, Place place) {
    places.remove(key);
    if (place.inUse) {
      self.resources().end(key);
    }
  }

  private void releaseOne() throws InterruptedException {
    List<String> good = keys.stream().filter(this::isGood).toList();
    if (!good.isEmpty()) {
      self.pacer().await(1);
      release(good.get(self.random().nextInt(good.size())));
    }
  }

  private boolean isGood(String key) {
    Place place = places.get(key);
    HeldGrant grip = place == null || place.lost ? null : place.grip;
    return grip != null && grip.isGood();
  }

  private void release(String key) {
    Place place = places.get(key);
    HeldGrant grip = place == null ? null : place.grip;
    if (place != null && grip != null) {
      leave(key, place);
      locks.release(grip);
    }
  }

  private void closeSession() throws InterruptedException {
    Session closed = session;
    session = null;
    HeldGrant grip = known;
    if (closed != null && grip != null) {
      locks.close(closed, grip);
    } else if (closed != null) {
      var unused = closed.closeAsync();
    }
  }

  @Override
  public void end() throws InterruptedException {
    for (String key : keys) {
      Place place = places.get(key);
      if (isGood(key)) {
        release(key);
      } else if (place != null && place.asked != null) {
        place.asked.cancel(false);
      }
    }
    closeSession();
  }
}
