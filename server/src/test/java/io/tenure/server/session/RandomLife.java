package io.tenure.server.session;

import static org.assertj.core.api.Assertions.fail;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.apply.FailureException;
import io.tenure.server.apply.Outbox;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One seeded life of a {@link SessionClock} on a node that leads in some terms and not in others.
 * The model is a log that knows which sessions live, and for each the last moment from which a
 * client was promised, or may count on, a full TTL.
 */
final class RandomLife implements ExpiryProposer {
  private static final SessionSettings SETTINGS =
      new SessionSettings(100, 3, 10, 20, 100, 700, 500, 12);

  private static final class Alive {
    final Session session;

    /** A client was told that it has a full TTL from here. */
    long promisedNanos;

    /** The leader knows of a reason not to expire it for a full TTL from here. */
    long heardNanos;

    Alive(Session session, long nanos) {
      this.session = session;
      this.promisedNanos = nanos;
      this.heardNanos = nanos;
    }
  }

  private record Confirmation(long term, long startedStep, CompletableFuture<Void> result) {}

  private record Expiry(long term, SessionId session, Runnable notExpired) {}

  private record Ring(long atNanos, Runnable task) {}

  /** A keep-alive, which checks what it is told. */
  private final class Sent implements KeepAliveAnswer {
    final SessionId id;
    final long arrivedNanos = nanos;
    final long arrivedEvent = ++event;
    final long arrivedTerm = term;

    Sent(SessionId id) {
      this.id = id;
      unanswered.add(this);
    }

    @Override
    public void kept(long ttlMillis) {
      answered();
      checkConfirmed();
      Alive alive = sessions.get(id);
      check(alive != null, "kept, but gone", id);
      check(inFlight.stream().noneMatch(e -> e.session().equals(id)), "kept during expiry", id);
      check(ttlMillis == alive.session.ttlMillis(), "ttl", id);
      alive.promisedNanos = Math.max(alive.promisedNanos, arrivedNanos);
    }

    @Override
    public void unknown() {
      answered();
      check(!sessions.containsKey(id), "unknown, but alive", id);
      if (!id.equals(ending)) {
        checkConfirmed();
      }
    }

    @Override
    public void failed(Failure failure) {
      if (failure.kind() == Failure.Kind.OVERLOADED) {
        check(unanswered.size() > SETTINGS.maxParked(), "refused while there was room", id);
      }
      answered();
    }

    @Override
    public Outbox outbox() {
      return Outbox.NONE;
    }

    private void answered() {
      check(unanswered.remove(this), "second answer", id);
    }

    private void checkConfirmed() {
      Confirmation by = confirming;
      check(by != null, "answered without a confirmation", id);
      check(by.term() == arrivedTerm, "confirmed for another term", id);
      check(by.startedStep() > arrivedEvent, "confirmed by what started earlier", id);
    }
  }

  private final long seed;
  private final Random random;
  private final SessionClock clock;
  private final Map<SessionId, Alive> sessions = new HashMap<>();
  private final List<Confirmation> confirmations = new ArrayList<>();
  private final List<Expiry> inFlight = new ArrayList<>();
  private final List<Ring> rings = new ArrayList<>();
  private final Set<Sent> unanswered = new HashSet<>();
  private long nanos;
  private long nextTickNanos;
  private long event;
  private long term = 1;
  private boolean leads;
  private long lastSession;
  private int expiriesThisTick;
  private boolean quiet;

  /** The first thing that was wrong. */
  private @Nullable String violation;

  /** The confirmation whose success is being told. */
  private @Nullable Confirmation confirming;

  /** The session whose end is being told. */
  private @Nullable SessionId ending;

  RandomLife(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
    this.nanos = random.nextLong();
    this.nextTickNanos = nanos;
    this.clock =
        new SessionClock(SETTINGS, () -> nanos, this, this::ring, new SimpleMeterRegistry());
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      event++;
      int dice = random.nextInt(100);
      if (dice < 40) {
        pass(random.nextInt(seed % 2 == 0 ? 100 : 300));
      } else if (dice < 60) {
        keepAlive(anyone());
      } else if (dice < 78) {
        completeAConfirmation();
      } else if (dice < 88) {
        decideAnExpiry();
      } else if (dice < 94) {
        open();
      } else if (dice < 97) {
        end(anyone());
      } else if (dice < 98) {
        pause();
      } else {
        changeLeadership();
        pass(0);
      }
      check(clock.size() == (leads ? sessions.size() : 0), "size", "");
      check(unanswered.size() <= SETTINGS.maxParked(), "parked", "");
    }
  }

  /** With nobody left to keep anything alive, everything ends and everybody has been answered. */
  void end() {
    quiet = true;
    if (!leads) {
      changeLeadership();
    }
    for (int round = 0; round < 400 && !(sessions.isEmpty() && unanswered.isEmpty()); round++) {
      pass(100);
      while (!inFlight.isEmpty()) {
        decideAnExpiry();
      }
      while (!confirmations.isEmpty()) {
        completeAConfirmation();
      }
    }
    check(sessions.isEmpty(), "not expired in the end", sessions.keySet());
    check(unanswered.isEmpty(), "not answered in the end", unanswered.size());
  }

  // ------------------------------------------------------------------------------ what happens

  /** Most often one that lives, and preferably one that is about to die. */
  private SessionId anyone() {
    if (!inFlight.isEmpty() && random.nextInt(3) == 0) {
      return inFlight.get(random.nextInt(inFlight.size())).session();
    }
    SessionId picked = new SessionId(random.nextInt((int) lastSession + 2));
    for (int i = 0; i < 3 && !sessions.containsKey(picked); i++) {
      picked = new SessionId(Math.max(0, lastSession - random.nextInt(12)));
    }
    return picked;
  }

  private void keepAlive(SessionId id) {
    clock.keepAlive(id, new Sent(id));
    heard(id);
  }

  private void heard(SessionId id) {
    Alive alive = sessions.get(id);
    if (leads && alive != null) {
      alive.heardNanos = nanos;
    }
  }

  private void pass(int millis) {
    long endNanos = nanos + millis(millis);
    while (true) {
      Ring next = new Ring(nextTickNanos, this::tick);
      for (Ring ring : rings) {
        next = ring.atNanos() - next.atNanos() < 0 ? ring : next;
      }
      if (next.atNanos() - endNanos > 0) {
        break;
      }
      nanos = next.atNanos() - nanos > 0 ? next.atNanos() : nanos;
      rings.remove(next);
      next.task().run();
    }
    nanos = endNanos;
  }

  /** In some lives only: each of them is a line of the log. */
  private void pause() {
    if (seed % 16 == 0) {
      nanos += millis(random.nextInt(20_000));
    }
  }

  private void tick() {
    nextTickNanos = nanos + millis(SETTINGS.tickMillis());
    expiriesThisTick = 0;
    clock.tick();
  }

  private void ring(long delayMillis, Runnable task) {
    rings.add(new Ring(nanos + millis(delayMillis), task));
  }

  /** Also one of a term that is over, whose success was true when it was found out. */
  private void completeAConfirmation() {
    if (confirmations.isEmpty()) {
      return;
    }
    Confirmation next = confirmations.remove(random.nextInt(confirmations.size()));
    if (quiet || random.nextInt(8) > 0) {
      confirming = next;
      next.result().complete(null);
      confirming = null;
    } else {
      Failure failure = new Failure(Failure.Kind.NO_LEADER, "no leader", null);
      next.result().completeExceptionally(new FailureException(failure));
    }
  }

  private void decideAnExpiry() {
    if (inFlight.isEmpty()) {
      return;
    }
    Expiry next = inFlight.remove(0);
    if (quiet || random.nextInt(4) > 0) {
      apply(next);
    } else {
      next.notExpired().run();
    }
  }

  private void apply(Expiry expiry) {
    Alive alive = sessions.get(expiry.session());
    if (alive != null) {
      check(
          nanos - alive.promisedNanos >= millis(alive.session.ttlMillis()),
          "expired early",
          expiry);
      end(expiry.session());
    }
  }

  private void end(SessionId id) {
    if (sessions.remove(id) != null) {
      ending = id;
      clock.ended(id);
      ending = null;
    }
  }

  private void open() {
    Alive again = sessions.get(anyone());
    if (again == null || random.nextInt(3) > 0) {
      long ttlMillis = 1_000L + random.nextInt(4_000);
      Session session = new Session(new SessionId(++lastSession), lastSession, ttlMillis, "");
      sessions.put(session.id(), new Alive(session, nanos));
      clock.opened(session);
      return;
    }
    clock.opened(again.session);
    heard(again.session.id());
    // Otherwise its expiry may be in flight, perhaps from a term that is over.
    if (clock.remainingMillis(again.session.id()).orElse(0) > 0) {
      again.promisedNanos = nanos;
    }
  }

  private void changeLeadership() {
    if (leads && random.nextInt(4) > 0) {
      leads = false;
      clock.deposed();
      return;
    }
    // What was in flight is decided before the next term starts: committed, or gone for good.
    while (!inFlight.isEmpty()) {
      decideAnExpiry();
    }
    if (!leads) {
      for (Alive alive : sessions.values()) {
        if (random.nextBoolean()) {
          alive.promisedNanos = nanos;
        }
      }
    }
    leads = true;
    term += 1 + random.nextInt(2);
    clock.leads(term, sessions.values().stream().map(alive -> alive.session).toList());
    sessions.values().forEach(alive -> alive.heardNanos = nanos);
  }

  // ------------------------------------------------------------------------------- as the log

  @Override
  public CompletableFuture<Void> confirmLeadership(long confirmedTerm) {
    check(leads && confirmedTerm == term, "confirmation for another term", confirmedTerm);
    Confirmation confirmation = new Confirmation(confirmedTerm, ++event, new CompletableFuture<>());
    confirmations.add(confirmation);
    return confirmation.result();
  }

  @Override
  public void expire(long expiryTerm, SessionId id, Runnable notExpired) {
    check(leads && expiryTerm == term, "expiry for another term", expiryTerm);
    check(++expiriesThisTick <= SETTINGS.expiriesPerTick(), "expiries per tick", id);
    Alive alive = sessions.get(id);
    check(alive != null, "expiry of one that is gone", id);
    check(nanos - alive.heardNanos >= millis(alive.session.ttlMillis()), "proposed early", id);
    check(inFlight.stream().noneMatch(e -> e.session().equals(id)), "proposed twice", id);
    if (!quiet && random.nextInt(5) == 0) {
      notExpired.run();
    } else {
      inFlight.add(new Expiry(expiryTerm, id, notExpired));
    }
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void check(boolean claim, String otherwise, Object about) {
    // Remembered, because a future swallows what is thrown by those it tells.
    if (!claim && violation == null) {
      violation = "seed %d, event %d: %s: %s".formatted(seed, event, otherwise, about);
    }
    if (violation != null) {
      fail(violation);
    }
  }
}
