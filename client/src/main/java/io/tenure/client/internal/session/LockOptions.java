package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.client.Target;
import io.tenure.client.internal.call.TextLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The options of a lock request, checked. Immutable: each {@code with} method returns a copy.
 *
 * @param targets sorted by key, so that equal requests compare equal
 * @param owner null for a new owner with each acquire
 * @param party null for the calling thread, or for the owner if no thread waits
 * @param waitMillis {@link LockSpec#WAIT_FOREVER}, or 0 to be refused instead of queued
 * @param holdAtMost null for no limit
 */
public record LockOptions(
    List<Target> targets,
    @Nullable String owner,
    @Nullable String party,
    String value,
    long waitMillis,
    @Nullable Duration holdAtMost,
    boolean interruptsOnLoss,
    List<Consumer<Loss>> listeners) {
  private static final int MAX_TARGETS = 16;
  private static final int MAX_LABEL_BYTES = 128;
  private static final Duration MAX_WAIT = Duration.ofDays(1);
  private static final Duration MAX_HOLD = Duration.ofDays(365);

  /** Labels that the service gives to new owners begin with this. */
  private static final String RESERVED = "#";

  private static final String OWNER_AND_THREAD = "/";

  /** Of the longest thread label, with the separator. */
  private static final int THREAD_BYTES = "/thread-".length() + 19;

  /** The defaults, for these targets. */
  public static LockOptions of(List<Target> targets) {
    if (targets.isEmpty() || targets.size() > MAX_TARGETS) {
      throw new IllegalArgumentException(
          "targets: " + targets.size() + " (expected: 1 to " + MAX_TARGETS + ")");
    }
    List<Target> sorted =
        targets.size() == 1
            ? List.copyOf(targets)
            : targets.stream().sorted(Comparator.comparing(Target::key)).toList();
    return new LockOptions(sorted, null, null, "", LockSpec.WAIT_FOREVER, null, false, List.of());
  }

  /** The defaults, for exclusive locks of these keys. */
  public static LockOptions of(String key, String... more) {
    List<Target> targets = new ArrayList<>(1 + more.length);
    targets.add(Target.exclusive(key));
    for (String each : more) {
      targets.add(Target.exclusive(each));
    }
    return of(targets);
  }

  /** Options that are being changed. */
  private static final class Draft {
    private List<Target> targets;
    private @Nullable String owner;
    private @Nullable String party;
    private String value;
    private long waitMillis;
    private @Nullable Duration holdAtMost;
    private boolean interruptsOnLoss;
    private List<Consumer<Loss>> listeners;

    Draft(LockOptions options) {
      targets = options.targets;
      owner = options.owner;
      party = options.party;
      value = options.value;
      waitMillis = options.waitMillis;
      holdAtMost = options.holdAtMost;
      interruptsOnLoss = options.interruptsOnLoss;
      listeners = options.listeners;
    }

    LockOptions toOptions() {
      return new LockOptions(
          targets, owner, party, value, waitMillis, holdAtMost, interruptsOnLoss, listeners);
    }
  }

  private LockOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.toOptions();
  }

  public LockOptions withTargets(UnaryOperator<Target> change) {
    List<Target> changed = targets.stream().map(change).toList();
    return with(draft -> draft.targets = changed);
  }

  public LockOptions withOwner(String label) {
    requireLabel("owner", label);
    return with(draft -> draft.owner = label);
  }

  public LockOptions withParty(String label) {
    requireLabel("party", label);
    return with(draft -> draft.party = label);
  }

  private static void requireLabel(String name, String label) {
    TextLimits.require(name, label, 1, MAX_LABEL_BYTES);
    if (label.startsWith(RESERVED)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: text that does not begin with %s)".formatted(name, label, RESERVED));
    }
  }

  public LockOptions withValue(String text) {
    TextLimits.requireValue(text);
    return with(draft -> draft.value = text);
  }

  public LockOptions withWait(Duration limit) {
    if (limit.isNegative() || limit.compareTo(MAX_WAIT) > 0) {
      throw new IllegalArgumentException("wait: " + limit + " (expected: 0 to 1 day)");
    }
    long millis = limit.isZero() ? 0 : Math.max(1, limit.toMillis());
    return with(draft -> draft.waitMillis = millis);
  }

  public boolean hasWaitLimit() {
    return waitMillis != LockSpec.WAIT_FOREVER;
  }

  public LockOptions withHoldAtMost(Duration limit) {
    if (limit.isNegative() || limit.isZero() || limit.compareTo(MAX_HOLD) > 0) {
      throw new IllegalArgumentException(
          "holdAtMost: " + limit + " (expected: more than 0, at most 365 days)");
    }
    return with(draft -> draft.holdAtMost = limit);
  }

  public LockOptions withInterruptOnLoss() {
    return with(draft -> draft.interruptsOnLoss = true);
  }

  public LockOptions withListener(Consumer<Loss> listener) {
    List<Consumer<Loss>> all = new ArrayList<>(listeners);
    all.add(Objects.requireNonNull(listener, "listener"));
    return with(draft -> draft.listeners = List.copyOf(all));
  }

  // -------------------------------------------------------------------------------- threads

  /**
   * Checks that these options suit a lock that is bound to threads: see {@link #forThread}.
   *
   * @throws IllegalStateException if a wait limit was set, which {@code Lock.lock} cannot honour
   */
  public void requireThreadBound() {
    if (hasWaitLimit()) {
      throw new IllegalStateException(
          "wait: %d ms (expected: no waitUpTo before asLock; use tryLock(time, unit))"
              .formatted(waitMillis));
    }
    if (owner != null) {
      TextLimits.require("owner of a Lock", owner, 1, MAX_LABEL_BYTES - THREAD_BYTES);
    }
  }

  /** With an owner of the thread's own: other threads of a named owner conflict with it. */
  public LockOptions forThread(Thread thread) {
    String label = threadLabel(thread);
    return withOwner(owner == null ? label : owner + OWNER_AND_THREAD + label);
  }

  /**
   * What one acquire asks for.
   *
   * @param caller the thread that waits for it; null if none does
   */
  public LockSpec toSpec(@Nullable Thread caller) {
    return new LockSpec(
        targets,
        owner == null ? LockSpec.UNNAMED : owner,
        partyFor(caller),
        value,
        waitMillis,
        new HoldHandle.Options(holdAtMost, interruptsOnLoss ? caller : null, listeners));
  }

  private String partyFor(@Nullable Thread caller) {
    if (party != null) {
      return party;
    }
    return caller == null ? LockSpec.UNNAMED : threadLabel(caller);
  }

  @SuppressWarnings("deprecation") // threadId() came after Java 17.
  private static String threadLabel(Thread thread) {
    return "thread-" + thread.getId();
  }
}
