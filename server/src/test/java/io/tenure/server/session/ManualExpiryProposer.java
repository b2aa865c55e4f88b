package io.tenure.server.session;

import io.tenure.core.model.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Proposes nothing by itself: the test says what becomes of each call. */
final class ManualExpiryProposer implements ExpiryProposer {
  record Confirmation(long term, CompletableFuture<Void> result) {}

  record Expiry(long term, SessionId session, Runnable notExpired) {}

  /** Not yet taken by {@link #confirmation}. */
  final List<Confirmation> confirmations = new ArrayList<>();

  /** Not yet taken by {@link #expiry}. */
  final List<Expiry> expiries = new ArrayList<>();

  /** Thrown instead of an answer, if there is one. */
  @Nullable RuntimeException broken;

  @Override
  public CompletableFuture<Void> confirmLeadership(long term) {
    if (broken != null) {
      throw broken;
    }
    Confirmation confirmation = new Confirmation(term, new CompletableFuture<>());
    confirmations.add(confirmation);
    return confirmation.result();
  }

  @Override
  public void expire(long term, SessionId session, Runnable notExpired) {
    expiries.add(new Expiry(term, session, notExpired));
  }

  Confirmation confirmation() {
    return confirmations.remove(0);
  }

  Expiry expiry() {
    return expiries.remove(0);
  }

  void confirm() {
    confirmation().result().complete(null);
  }
}
