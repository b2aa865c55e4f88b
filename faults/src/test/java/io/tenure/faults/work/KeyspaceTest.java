package io.tenure.faults.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.client.Scope;
import io.tenure.client.Target;
import io.tenure.faults.work.Keyspace.Taste;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KeyspaceTest {
  private final Random random = new Random(1);

  @ParameterizedTest
  @EnumSource(Taste.class)
  void everythingInAShardIsBelowWhatIsWatched(Taste taste) {
    Keyspace keys = new Keyspace(3);

    for (int i = 0; i < 100; i++) {
      assertThat(keys.choose(taste, 1, "w0.c1", random))
          .isNotEmpty()
          .allMatch(target -> target.key().startsWith(keys.watched(1) + "/"));
    }
  }

  @Test
  void serversAreToldWhereEachShardBegins() {
    assertThat(new Keyspace(1).setting()).isEqualTo("s0:");
    assertThat(new Keyspace(3).setting()).isEqualTo("s0:,s1:s1,s2:s2");
  }

  @Test
  void loneShardIsWatchedAsAWhole() {
    assertThat(new Keyspace(1).watched(0)).isEqualTo("/");
  }

  @Test
  void whoHoldsASubtreeUsesWhatIsBelow() {
    Target tree = Target.exclusive("/s0/tree").subtree();

    assertThat(Keyspace.usable(tree, random)).startsWith("/s0/tree/");
    assertThat(Keyspace.usable(Target.exclusive("/s0/tree"), random)).isEqualTo("/s0/tree");
  }

  @Test
  void treesAreWantedWholeAndInPart() {
    List<Scope> scopes = new ArrayList<>();

    for (int i = 0; i < 100; i++) {
      scopes.add(new Keyspace(1).choose(Taste.SUBTREE, 0, "c", random).get(0).scope());
    }

    assertThat(scopes).contains(Scope.KEY, Scope.SUBTREE);
  }

  @Test
  void moreShardsThanNamesSortAreRefused() {
    assertThatThrownBy(() -> new Keyspace(11)).hasMessage("shards: 11 (expected: 1 to 10)");
  }
}
