package io.tenure.faults.checker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.faults.history.Entry;
import java.util.Comparator;
import org.junit.jupiter.api.Test;

/** What came too early or too late: expiry, the news of it, and the use of resources. */
class TimeTamperingTest {
  private final TamperedHistory history = new TamperedHistory(3);

  private Entry.Watched firstExpiry() {
    return history.past().shard(0).log().events().stream()
        .filter(seen -> seen.event().cause().equals("SESSION_EXPIRED"))
        .filter(seen -> !history.past().kept(seen.event().session()).isEmpty())
        .findFirst()
        .orElseThrow();
  }

  private Entry.Kept keptAt(Entry.Watched expiry, long sentNanos, long nanos) {
    Entry.Kept old = history.past().kept(expiry.event().session()).get(0);
    return new Entry.Kept(
        old.client(), old.shard(), old.session(), old.ttlMillis(), sentNanos, nanos);
  }

  // -------------------------------------------------------------------------------------- expiry

  @Test
  void sessionThatExpiresRightAfterAKeepAliveIsFound() {
    Entry.Watched expiry = firstExpiry();

    history.add(keptAt(expiry, expiry.nanos() - 2_000_000, expiry.nanos() - 1_000_000));

    assertThat(history.broken()).contains("no early expiry");
  }

  @Test
  void sessionThatLivesShorterThanWasPromisedIsFound() {
    Entry.Watched expiry = firstExpiry();
    long session = expiry.event().session();

    for (Entry.Kept kept : history.past().kept(session)) {
      history.replace(
          kept,
          new Entry.Kept(
              kept.client(), kept.shard(), session, 60_000, kept.sentNanos(), kept.nanos()));
    }

    assertThat(history.broken()).containsExactly("no early expiry");
  }

  @Test
  void sessionThatIsKeptAliveAfterItExpiredIsFound() {
    Entry.Watched expiry = firstExpiry();

    history.add(keptAt(expiry, expiry.nanos() + 1_000_000, expiry.nanos() + 2_000_000));

    assertThat(history.broken()).contains("no early expiry");
  }

  /** The last time before it expired that a client was sure of something in the session. */
  private Entry.Sure lastSure(Entry.Watched expiry) {
    return history.past().shard(0).holdings().stream()
        .filter(holding -> holding.grant().event().session() == expiry.event().session())
        .flatMap(holding -> holding.sures().stream())
        .max(Comparator.comparingLong(Entry.Sure::untilNanos))
        .orElseThrow();
  }

  private Entry.Watched expiryOfWhatSomebodyWasSureOf() {
    return history.past().shard(0).holdings().stream()
        .filter(holding -> holding.endedBy("SESSION_EXPIRED") && !holding.sures().isEmpty())
        .map(Holding::end)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void sessionThatExpiresWhileItsClientIsSureOfItIsFound() {
    Entry.Watched expiry = expiryOfWhatSomebodyWasSureOf();
    Entry.Sure sure = lastSure(expiry);

    history.replace(
        sure,
        new Entry.Sure(
            sure.client(), sure.shard(), sure.token(), expiry.nanos() + 1, sure.nanos()));

    assertThat(history.broken()).containsExactly("no early expiry");
  }

  @Test
  void clientThatIsSureAfterItsSessionExpiredIsFound() {
    Entry.Watched expiry = expiryOfWhatSomebodyWasSureOf();
    Entry.Sure sure = lastSure(expiry);

    history.add(
        new Entry.Sure(
            sure.client(), sure.shard(), sure.token(), expiry.nanos() + 2, expiry.nanos() + 1));

    assertThat(history.broken()).containsExactly("no early expiry");
  }

  // ------------------------------------------------------------------------------------- restores

  @Test
  void tokenOfAForgottenGrantThatComesAgainIsFound() {
    Entry.Retaken forgotten = history.entry(Entry.Retaken.class, taken -> true);
    Entry.Retaken later =
        history.entry(
            Entry.Retaken.class,
            taken -> taken.key().equals(forgotten.key()) && taken.nanos() > forgotten.nanos());

    history.replace(later, new Entry.Retaken(later.key(), forgotten.token(), later.nanos()));

    assertThat(history.broken()).containsExactly("tokens grow across restores");
  }

  @Test
  void tokenFromBeforeTheBackupThatComesAgainIsFound() {
    Entry.Retaken forgotten = history.entry(Entry.Retaken.class, taken -> true);

    history.replace(forgotten, new Entry.Retaken(forgotten.key(), 1, forgotten.nanos()));

    assertThat(history.broken()).containsExactly("tokens grow across restores");
  }

  // --------------------------------------------------------------------------- the client is told

  @Test
  void lossesThatNobodyWasToldOfAreFound() {
    assertThat(
            TamperedHistory.breaksSomewhere(
                "the client knows first",
                some -> some.remove(entry -> entry instanceof Entry.Lost)))
        .isTrue();
  }

  @Test
  void lossesThatClientsWereToldOfTooLateAreFound() {
    assertThat(
            TamperedHistory.breaksSomewhere(
                "the client knows first", TimeTamperingTest::tellOfLossesInTheEnd))
        .isTrue();
  }

  private static void tellOfLossesInTheEnd(TamperedHistory some) {
    for (Entry.Lost lost : some.all(Entry.Lost.class).toList()) {
      some.replace(
          lost,
          new Entry.Lost(
              lost.client(),
              lost.shard(),
              lost.token(),
              lost.why(),
              TinyWorld.START + TinyWorld.LENGTH));
    }
  }

  // ----------------------------------------------------------------------------------- resources

  @Test
  void staleTokenThatIsLetInIsFound() {
    Entry.Accessed first =
        history.entry(
            Entry.Accessed.class, access -> access.fenced() && access.key().equals("/s0/x/0"));
    Entry.Accessed last =
        history.entry(
            Entry.Accessed.class,
            access ->
                access.fenced()
                    && access.key().equals(first.key())
                    && access.token() > first.token());

    history.add(accessed(first, last.endedNanos() + 1, last.endedNanos() + 2));

    assertThat(history.broken()).containsExactly("fenced resources let no stale token in");
  }

  @Test
  void refusedTokenThatIsLetInIsFound() {
    TamperedHistory paused =
        TamperedHistory.with(each -> each.all(Entry.Accessed.class).anyMatch(a -> !a.accepted()));
    Entry.Accessed refused = paused.entry(Entry.Accessed.class, access -> !access.accepted());

    paused.replace(refused, accessed(refused, refused.beganNanos(), refused.endedNanos()));

    assertThat(paused.broken()).containsExactly("fenced resources let no stale token in");
  }

  private static Entry.Accessed accessed(Entry.Accessed like, long began, long ended) {
    return new Entry.Accessed(
        like.key(), like.fenced(), like.client(), like.token(), began, ended, true);
  }

  /** In the calm, when nobody is paused. */
  private Entry.Accessed exclusiveUse(long afterToken) {
    return history.entry(
        Entry.Accessed.class,
        access ->
            !access.fenced()
                && access.key().equals("/s0/x/0")
                && access.token() > afterToken
                && access.beganNanos() > TinyWorld.CALM + Pauses.TRACE_NANOS);
  }

  @Test
  void useThatLastsIntoTheNextHoldersIsFound() {
    Entry.Accessed older = exclusiveUse(0);
    Entry.Accessed newer = exclusiveUse(older.token());

    history.replace(older, accessed(older, older.beganNanos(), newer.beganNanos() + 1));

    assertThat(history.broken()).contains("no two holders at a resource");
  }

  @Test
  void useByAnOldHolderDuringTheNextHoldersIsFound() {
    Entry.Accessed older = exclusiveUse(0);
    Entry.Accessed newer = exclusiveUse(older.token());

    history.add(accessed(older, newer.beganNanos() + 1, newer.endedNanos() + 1));

    assertThat(history.broken()).containsExactly("no two holders at a resource");
  }
}
