package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.Event;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What clients were told, and when: grants and releases that the service has acknowledged. Safe for
 * any thread.
 */
final class Ledger {
  /** Of one target. Times are this process's. */
  private record Grant(
      String key, long session, long number, long token, long askedNanos, long heardNanos) {}

  private final List<Grant> grants = new ArrayList<>();
  private final Map<Long, Long> releaseAskedNanos = new HashMap<>();
  private final List<Long> released = new ArrayList<>();

  /** The answer has come just now. */
  synchronized long granted(Pending asked, Reply reply) {
    long token = KeptSession.granted(reply).getToken();
    Request request = asked.request;
    grants.add(
        new Grant(
            request.getAcquire().getTargets(0).getKey(),
            request.getAcquire().getSession(),
            request.getAcquire().getRequest(),
            token,
            asked.sentNanos,
            System.nanoTime()));
    return token;
  }

  synchronized void releasing(long token) {
    releaseAskedNanos.put(token, System.nanoTime());
  }

  synchronized void released(long token, Reply reply) {
    assertThat(reply.getRelease().hasReleased()).as("released: " + reply).isTrue();
    released.add(token);
  }

  /**
   * What these clients saw is possible: a token that was asked for after another had been heard of
   * is greater, none was given twice, and nobody was told to have a key before its holder gave it
   * back.
   */
  synchronized void requirePossible() {
    assertThat(grants).extracting(Grant::token).doesNotHaveDuplicates();
    requireGrowing();
    Map<String, List<Grant>> byKey = new HashMap<>();
    grants.forEach(
        grant -> byKey.computeIfAbsent(grant.key(), key -> new ArrayList<>()).add(grant));
    byKey.values().forEach(this::requireOneAtATime);
  }

  private void requireGrowing() {
    List<Grant> heard = new ArrayList<>(grants);
    heard.sort(Comparator.comparingLong(Grant::heardNanos));
    List<Grant> asked = new ArrayList<>(grants);
    asked.sort(Comparator.comparingLong(Grant::askedNanos));
    long highest = 0;
    int next = 0;
    for (Grant later : asked) {
      while (next < heard.size() && heard.get(next).heardNanos() < later.askedNanos()) {
        highest = Math.max(highest, heard.get(next++).token());
      }
      assertThat(later.token()).as("token of " + later).isGreaterThan(highest);
    }
  }

  private void requireOneAtATime(List<Grant> ofOneKey) {
    ofOneKey.sort(Comparator.comparingLong(Grant::token));
    for (int i = 1; i < ofOneKey.size(); i++) {
      Grant before = ofOneKey.get(i - 1);
      Grant after = ofOneKey.get(i);
      Long givenUp = releaseAskedNanos.get(before.token());
      assertThat(givenUp).as("%s was held when %s was granted", before, after).isNotNull();
      assertThat(givenUp)
          .as("%s was held when %s was granted", before, after)
          .isLessThan(after.heardNanos());
    }
  }

  /** Everything that these clients were told has happened. */
  synchronized void requireAllIn(EventLog log) {
    for (Grant grant : grants) {
      Event event = log.grant(grant.token());
      assertThat(event).as("event of " + grant).isNotNull();
      assertThat(event.getTargets(0).getKey()).as("key of " + grant).isEqualTo(grant.key());
      assertThat(event.getSession()).as("session of " + grant).isEqualTo(grant.session());
      assertThat(event.getRequest()).as("request of " + grant).isEqualTo(grant.number());
    }
    for (Long token : released) {
      assertThat(log.isReleased(token)).as("token %d was released", token).isTrue();
    }
  }
}
