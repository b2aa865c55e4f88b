package io.tenure.faults.work;

import io.tenure.client.Session;
import io.tenure.client.Tenure;
import java.time.Duration;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A client's session: another one whenever the last was lost. For one thread. */
public final class Sessions {
  private static final int MIN_TTL_MILLIS = 2_000;
  private static final int MAX_TTL_MILLIS = 5_000;

  private final Tenure tenure;
  private final Random random;
  private @Nullable Session last;

  public Sessions(Tenure tenure, Random random) {
    this.tenure = tenure;
    this.random = random;
  }

  public Session current() {
    Session session = last;
    if (session == null || !session.isLive()) {
      session = another();
      last = session;
    }
    return session;
  }

  /** One that the caller closes. */
  public Session another() {
    return tenure.openSession(ttl(random));
  }

  /** Short, so that sessions do expire. */
  public static Duration ttl(Random random) {
    return Duration.ofMillis(MIN_TTL_MILLIS + random.nextInt(MAX_TTL_MILLIS - MIN_TTL_MILLIS + 1));
  }

  public void end() {
    if (last != null) {
      var unused = last.closeAsync();
    }
  }
}
