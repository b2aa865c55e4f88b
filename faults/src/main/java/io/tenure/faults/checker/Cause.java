package io.tenure.faults.checker;

import io.tenure.faults.history.LogEvent;
import java.util.Set;

/** Why something was granted or ended, in the words of the protocol. */
public final class Cause {
  public static final String ASKED = "ASKED";
  public static final String WAITED = "WAITED";
  public static final String UPGRADED = "UPGRADED";
  public static final String BY_RELEASE = "BY_RELEASE";
  static final String BY_WITHDRAWAL = "BY_WITHDRAWAL";
  public static final String SESSION_CLOSED = "SESSION_CLOSED";
  public static final String SESSION_EXPIRED = "SESSION_EXPIRED";
  public static final String REVOKED = "REVOKED";
  static final String BY_DEADLOCK = "BY_DEADLOCK";
  static final String BY_ABSENCE = "BY_ABSENCE";

  static final String BACK = LogEvent.BACK;

  static final Set<String> OF_GRANTS = Set.of(ASKED, WAITED, UPGRADED);
  static final Set<String> OF_ENDS =
      Set.of(
          BY_RELEASE,
          BY_WITHDRAWAL,
          SESSION_CLOSED,
          SESSION_EXPIRED,
          REVOKED,
          BY_DEADLOCK,
          BY_ABSENCE);

  static final Set<String> OF_WAITS = Set.of("", BACK);

  private Cause() {}
}
