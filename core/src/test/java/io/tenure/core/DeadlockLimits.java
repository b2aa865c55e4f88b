package io.tenure.core;

import io.tenure.core.model.Limits;

/** Limits that differ from others only in what a search for a deadlock may look at. */
public final class DeadlockLimits {
  private DeadlockLimits() {}

  public static Limits of(Limits limits, int deadlockSteps) {
    return new Limits(
        limits.sessions(),
        limits.holds(),
        limits.holdsPerOwner(),
        limits.waitersPerKey(),
        limits.waitersPerOwner(),
        limits.waiters(),
        limits.answersPerSession(),
        limits.answers(),
        deadlockSteps,
        limits.changesPerCommand(),
        limits.heldBytes(),
        limits.waitingBytes(),
        limits.answerBytes());
  }
}
