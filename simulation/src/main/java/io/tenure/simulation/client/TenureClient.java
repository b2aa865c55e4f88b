package io.tenure.simulation.client;

import io.tenure.core.model.Command;
import io.tenure.core.model.Event;
import io.tenure.core.model.Outcome;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.simulation.cluster.Caller;
import io.tenure.simulation.cluster.Cluster;
import io.tenure.simulation.cluster.Flaw;
import io.tenure.simulation.cluster.Server;
import io.tenure.simulation.world.Node;
import io.tenure.simulation.world.Time;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tenure's client library: it keeps one session open, finds the leader, and asks again until it has
 * an answer. What it knows of its term is in {@link ClientSession}.
 */
public final class TenureClient extends Caller implements LockClient {
  private static final long MIN_REOPEN_DELAY = Time.millis(10);
  private static final long MAX_REOPEN_DELAY = Time.millis(200);

  private final Cluster cluster;
  private final long ttlMillis;
  private final Consumer<? super TenureClient> program;
  private final Map<Long, Call> calls = new LinkedHashMap<>();

  /** Never reused, not even after a crash: a late answer must not find another call. */
  private long lastCall;

  private final List<Runnable> impatient = new ArrayList<>();
  private int guess;
  private @Nullable ClientSession session;
  private boolean stopped;

  /**
   * A client that is down until it is started.
   *
   * @param program runs at every start
   */
  public TenureClient(
      Cluster cluster, String name, long ttlMillis, Consumer<? super TenureClient> program) {
    super(cluster.world(), name);
    this.cluster = cluster;
    this.ttlMillis = ttlMillis;
    this.program = program;
  }

  @Override
  protected void onStart() {
    guess = world().dice().between(0, cluster.servers().size() - 1);
    openSession();
    program.accept(this);
  }

  @Override
  protected void onCrash() {
    calls.clear();
    impatient.clear();
    if (session != null) {
      session.die();
      session = null;
    }
  }

  @Override
  protected void onClockRate() {
    if (session != null) {
      session.watchTerm();
    }
  }

  @Override
  public Node node() {
    return this;
  }

  @Override
  public boolean isReady() {
    return session != null;
  }

  @Override
  public void whenReady(Runnable action) {
    if (isReady()) {
      action.run();
    } else {
      impatient.add(action);
    }
  }

  /** The open session, or null. */
  public @Nullable SessionId sessionId() {
    return session == null ? null : session.id();
  }

  @Override
  public Claim ask(String owner, List<Target> targets, boolean mayWait, ClaimListener listener) {
    if (session == null) {
      throw new IllegalStateException(this + " has no session");
    }
    return session.ask(owner, targets, mayWait, listener);
  }

  @Override
  public void leave() {
    if (session != null) {
      SessionId old = session.id();
      session.close();
      call(new Command.CloseSession(old), outcome -> {});
    }
  }

  /** Closes the session and opens no other. */
  public void stop() {
    stopped = true;
    leave();
  }

  /** Sends an operator's command, which belongs to no session, until it is answered. */
  public void operate(Command command, Consumer<Outcome> answer) {
    call(command, answer);
  }

  // The session.

  private void openSession() {
    if (stopped) {
      return;
    }
    long sentAt = clock().monotonic();
    Command open = new Command.OpenSession(world().dice().number(), ttlMillis, name());
    call(open, outcome -> opened(outcome, sentAt));
  }

  private void opened(Outcome outcome, long sentAt) {
    if (outcome instanceof Outcome.SessionOpened opened) {
      long from = has(Flaw.MEASURES_FROM_ANSWER) ? clock().monotonic() : sentAt;
      ClientSession candidate = new ClientSession(this, opened.session(), ttlMillis, from);
      if (!stopped && candidate.isGood()) {
        session = candidate;
        world().trace().sessionOpened(this, opened.session());
        candidate.begin();
        List<Runnable> ready = new ArrayList<>(impatient);
        impatient.clear();
        ready.forEach(this::whenReady);
        return;
      }
    }
    reopenLater();
  }

  /** Called by a session that is over. */
  void sessionOver() {
    session = null;
    calls.values().forEach(Call::cancel);
    calls.clear();
    reopenLater();
  }

  private void reopenLater() {
    after(world().dice().between(MIN_REOPEN_DELAY, MAX_REOPEN_DELAY), this::openSession);
  }

  boolean has(Flaw flaw) {
    return cluster.settings().has(flaw);
  }

  // Calls.

  Call call(Command command, Consumer<Outcome> answer) {
    long id = ++lastCall;
    Call call = new Call(this, id, command, answer);
    calls.put(id, call);
    call.send();
    return call;
  }

  /** The answer is no longer needed. */
  void cancel(Call call) {
    call.cancel();
    calls.values().remove(call);
  }

  /** The server that the client regards as the leader. */
  Server server() {
    return cluster.servers().get(guess);
  }

  /** A server could not execute the call; it may have named the leader. */
  void tryInstead(Server useless, @Nullable Server leader) {
    if (leader != null) {
      guess = cluster.servers().indexOf(leader);
    } else if (server() == useless) {
      guess = (guess + 1) % cluster.servers().size();
    }
  }

  @Override
  public void answered(long call, Outcome outcome) {
    Call waiting = calls.remove(call);
    if (waiting != null) {
      waiting.complete(outcome);
    }
  }

  @Override
  public void redirected(long call, @Nullable Server leader) {
    Call waiting = calls.get(call);
    if (waiting != null) {
      waiting.redirected(leader);
    }
  }

  // The rest of what servers send.

  @Override
  public void keptAlive(SessionId which, long sentAt) {
    if (session != null && session.id().equals(which)) {
      session.keptAlive(has(Flaw.MEASURES_FROM_ANSWER) ? clock().monotonic() : sentAt);
    }
  }

  @Override
  public void keepAliveRedirected(SessionId which, @Nullable Server leader) {
    if (session != null && session.id().equals(which)) {
      session.redirected(leader);
    }
  }

  @Override
  public void sessionUnknown(SessionId which) {
    if (session != null && session.id().equals(which)) {
      session.lose();
    }
  }

  @Override
  public void heard(Event event) {
    if (session != null) {
      session.heard(event);
    }
  }

  /** Its present claims. */
  public List<Claim> claims() {
    return session == null ? List.of() : new ArrayList<>(session.claims());
  }
}
