package io.tenure.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.core.Client;
import io.tenure.core.LockState;
import io.tenure.core.model.Command.CloseSession;
import io.tenure.core.model.Hold;
import io.tenure.core.model.Key;
import io.tenure.core.model.KeyStanding;
import io.tenure.core.model.Limits;
import io.tenure.core.model.Mode;
import io.tenure.core.model.Scope;
import io.tenure.core.model.Session;
import io.tenure.core.model.SessionId;
import io.tenure.core.model.Target;
import io.tenure.core.model.WaitingRequest;
import io.tenure.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ListingTest {
  private static final int ALL = 1_000;

  private final LockState state = new LockState(Limits.DEFAULT);
  private final Client first = new Client(state, 1);
  private final Client second = new Client(state, 2);

  @Test
  void nothingIsListedWhenNothingIsHeld() {
    assertThat(state.capture().list(null, null, ALL, ALL)).isEmpty();
  }

  @Test
  void holdIsListedUnderEachOfItsKeys() {
    long token = first.acquire(exclusive("/b"), exclusive("/a/x"));

    List<KeyStanding> listed = state.capture().list(null, null, ALL, ALL);

    assertThat(listed).extracting(KeyStanding::key).containsExactly(Key.of("/a/x"), Key.of("/b"));
    assertThat(listed).allSatisfy(at -> assertThat(tokens(at)).containsExactly(token));
  }

  @Test
  void holdThatReachesDownIsListedAtItsOwnKeyOnly() {
    long above = first.acquire(new Target(Key.of("/a"), Mode.EXCLUSIVE, Scope.SUBTREE));
    long below = first.acquire(exclusive("/a/b"));

    List<KeyStanding> listed = state.capture().list(null, null, ALL, ALL);

    assertThat(listed)
        .extracting(ListingTest::tokens)
        .containsExactly(List.of(above), List.of(below));
  }

  @Test
  void prefixIsTakenBySegment() {
    for (String key : List.of("/a", "/a/b", "/a/b/c", "/ab", "/a-b", "/b")) {
      first.acquire(exclusive(key));
    }

    assertThat(keys("/a", null)).containsExactly("/a", "/a/b", "/a/b/c");
    assertThat(keys("/a/b", null)).containsExactly("/a/b", "/a/b/c");
    assertThat(keys("/nothing", null)).isEmpty();
    assertThat(keys(null, null)).containsExactly("/a", "/a/b", "/a/b/c", "/a-b", "/ab", "/b");
  }

  @Test
  void pageBeginsBehindAKeyThatNeedNotExist() {
    first.acquire(exclusive("/a"), exclusive("/a/b"), exclusive("/c"));

    assertThat(keys(null, "/a")).containsExactly("/a/b", "/c");
    assertThat(keys(null, "/b")).containsExactly("/c");
    assertThat(keys("/a", "/a/b")).isEmpty();
  }

  @Test
  void pagesTogetherHaveEveryKeyOnceInOrder() {
    List<Key> expected = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      expected.add(Key.of(i % 3 == 0 ? "/k" + i : "/k" + i / 3 + "/" + i));
    }
    List<Key> shuffled = new ArrayList<>(expected);
    Collections.shuffle(shuffled, new Random(5));
    shuffled.forEach(key -> first.acquire(Target.shared(key)));
    shuffled.forEach(key -> second.acquire(Target.exclusive(key)));
    Collections.sort(expected);

    for (int size : new int[] {1, 7, 100, 101}) {
      List<KeyStanding> listed = pages(state.capture(), size);

      assertThat(listed).extracting(KeyStanding::key).isEqualTo(expected);
      assertThat(listed)
          .allSatisfy(
              at -> {
                assertThat(at.holds()).hasSize(1);
                assertThat(at.waiting()).isEqualTo(1);
              });
    }
  }

  @Test
  void pageOfNoKeysIsEmpty() {
    first.acquire(exclusive("/a"));

    assertThat(state.capture().list(null, null, 0, ALL)).isEmpty();
  }

  @Test
  void waitersAreInOrderUpgradesFirstAndAllCounted() {
    Key key = Key.of("/a");
    first.acquire(Target.shared(key));
    long token = second.acquire(Target.shared(key));
    Client third = new Client(state, 3);
    long writer = third.acquire(Target.exclusive(key));
    third.acquire(Target.exclusive(key));
    long upgrade = second.awaitUpgrade(token);

    KeyStanding listed = state.capture().list(null, null, ALL, 2).get(0);

    assertThat(listed.waiters())
        .extracting(WaitingRequest::arrival)
        .containsExactly(upgrade, writer);
    assertThat(listed.waiting()).isEqualTo(3);
    assertThat(listed).isEqualTo(state.at(key, 2));
  }

  @Test
  void snapshotKeepsItsSessionsAndKeys() {
    first.acquire(exclusive("/a"));
    Snapshot snapshot = state.capture();

    state.apply(new CloseSession(first.session()));

    assertThat(snapshot.list(null, null, ALL, ALL)).hasSize(1);
    assertThat(snapshot.sessionCount()).isEqualTo(2);
    assertThat(snapshot.session(first.session()))
        .isEqualTo(new Session(first.session(), 1, 5_000, "client 1"));
    assertThat(snapshot.session(new SessionId(99))).isNull();
    assertThat(snapshot.session(new SessionId(0))).isNull();
    assertThat(snapshot.limits()).isEqualTo(Limits.DEFAULT);
  }

  private static List<KeyStanding> pages(Snapshot snapshot, int size) {
    List<KeyStanding> listed = new ArrayList<>();
    Key last = null;
    List<KeyStanding> page;
    do {
      page = snapshot.list(null, last, size, 1);
      assertThat(page).hasSizeLessThanOrEqualTo(size);
      listed.addAll(page);
      last = page.isEmpty() ? last : page.get(page.size() - 1).key();
    } while (page.size() == size);
    return listed;
  }

  private List<String> keys(@Nullable String prefix, @Nullable String after) {
    Key from = prefix == null ? null : Key.of(prefix);
    Key behind = after == null ? null : Key.of(after);
    return state.capture().list(from, behind, ALL, ALL).stream()
        .map(at -> at.key().path())
        .toList();
  }

  private static Target exclusive(String key) {
    return Target.exclusive(Key.of(key));
  }

  private static List<Long> tokens(KeyStanding standing) {
    return standing.holds().stream().map(Hold::token).toList();
  }
}
