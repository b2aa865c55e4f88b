package io.tenure.faults.agent;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;

/**
 * With the first entry of each new term, every replica sets its revision back to half of what it
 * was, so that tokens that were granted before are granted again. The history of events would stop
 * the replica, and the watches would wait until the revision is where it was: they are told to go
 * back, too.
 */
public final class TokenRestart {
  private static final String STATE_MACHINE = "io.tenure.server.raft.ratis.RatisStateMachine";
  private static final String HISTORY = "io.tenure.server.watch.EventHistory";
  private static final String LAST = "lastRevision";

  static final List<Patch> PATCHES =
      List.of(
          Patch.advice(
              "org.apache.ratis.statemachine.impl.BaseStateMachine",
              "updateLastAppliedTermIndex",
              1,
              OnApplied.class),
          Patch.advice(HISTORY, "append", 2, OnAppend.class),
          Patch.advice(HISTORY, "reset", 1, OnReset.class),
          Patch.advice("io.tenure.server.watch.Delivery", "advance", 1, OnAdvance.class));

  private TokenRestart() {}

  /** On the thread that alone changes the state. */
  public static void applied(Object stateMachine, Object next, AtomicReference<?> last) {
    if (!stateMachine.getClass().getName().equals(STATE_MACHINE)
        || term(next) <= term(last.get())) {
      return;
    }
    Object applier = Reflection.get(stateMachine, "machine");
    Object journal = Reflection.get(Reflection.get(applier, "state"), "journal");
    long revision = Reflection.number(journal, "revision");
    if (revision > 1) {
      Reflection.set(journal, "revision", revision / 2);
      Effects.count("revision restarted");
    }
  }

  private static long term(@Nullable Object termIndex) {
    return termIndex == null ? -1 : ((Number) Reflection.call(termIndex, "getTerm")).longValue();
  }

  /** With the history's lock held. */
  public static void appending(Object history, List<?> events) {
    if (!events.isEmpty()) {
      long before = ((Number) Reflection.call(events.get(0), "revision")).longValue() - 1;
      if (before < Reflection.number(history, LAST)) {
        Reflection.set(history, LAST, before);
        Reflection.call(history, "reset", before);
      }
    }
  }

  /** With the history's lock held. */
  public static void resetting(Object history, long revision) {
    if (revision < Reflection.number(history, LAST)) {
      Reflection.set(history, LAST, revision);
    }
  }

  /** Up to where everybody who is up to date has been told. */
  public static long head(Object history, long head) {
    synchronized (history) {
      return Reflection.number(history, LAST) < head
          ? Reflection.number(history, "compactedThrough")
          : head;
    }
  }

  /** Before an index counts as applied. */
  static final class OnApplied {
    private OnApplied() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This Object stateMachine,
        @Advice.Argument(0) Object next,
        @Advice.FieldValue("lastAppliedTermIndex") AtomicReference<?> last) {
      applied(stateMachine, next, last);
    }
  }

  /** Before events are added to the history. */
  static final class OnAppend {
    private OnAppend() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object history, @Advice.Argument(0) List<?> events) {
      appending(history, events);
    }
  }

  /** Before the history is emptied. */
  static final class OnReset {
    private OnReset() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This Object history, @Advice.Argument(0) long revision) {
      resetting(history, revision);
    }
  }

  /** Before the watches are told what is new. */
  static final class OnAdvance {
    private OnAdvance() {}

    @SuppressWarnings("UnusedVariable") // Assigning is how an advice writes a field.
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("history") Object history,
        @Advice.FieldValue(value = "head", readOnly = false) long head) {
      head = head(history, head);
    }
  }
}
