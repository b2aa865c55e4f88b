package io.tenure.core;

import io.tenure.core.model.Event.EndCause;
import io.tenure.core.session.SessionEntry;
import io.tenure.core.table.Claim;
import io.tenure.core.table.LockTable;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sessions that have ended but still have holds or waiting requests, in the order in which they
 * ended. Each command ends a limited number of these, so that no command takes long.
 */
final class EndedSessions {
  private final LockTable table;
  private final LinkedHashMap<Long, LockState.Ending> byNumber = new LinkedHashMap<>();

  EndedSessions(LockTable table) {
    this.table = table;
  }

  void add(SessionEntry session, EndCause cause) {
    byNumber.put(session.session.id().number(), new LockState.Ending(session, cause));
  }

  boolean isEmpty() {
    return byNumber.isEmpty();
  }

  int size() {
    return byNumber.size();
  }

  Collection<LockState.Ending> all() {
    return byNumber.values();
  }

  @Nullable SessionEntry find(long number) {
    LockState.Ending ending = byNumber.get(number);
    return ending == null ? null : ending.session();
  }

  /** How many holds and requests are left. */
  int claimsLeft() {
    int left = 0;
    for (LockState.Ending each : byNumber.values()) {
      left += each.session().heldCount() + each.session().waitingCount();
    }
    return left;
  }

  /**
   * Ends at most so many holds and requests. The requests of a session end first, so that none of
   * them is granted a hold that is about to be released.
   */
  void endClaims(int most) {
    int room = most;
    Iterator<LockState.Ending> sessions = byNumber.values().iterator();
    while (sessions.hasNext() && room > 0) {
      LockState.Ending next = sessions.next();
      room -= endClaims(next.session(), next.cause(), room);
      if (next.session().isEmpty()) {
        sessions.remove();
      }
    }
  }

  private int endClaims(SessionEntry session, EndCause cause, int most) {
    int ended = 0;
    for (Claim claim = session.firstWaiting();
        claim != null && ended < most;
        claim = session.firstWaiting()) {
      table.withdraw(claim, cause);
      ended++;
    }
    for (Claim claim = session.firstHeld();
        claim != null && ended < most;
        claim = session.firstHeld()) {
      table.release(claim, cause);
      ended++;
    }
    return ended;
  }
}
