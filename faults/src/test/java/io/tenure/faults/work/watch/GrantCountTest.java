package io.tenure.faults.work.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GrantCountTest {
  private final GrantCount grants = new GrantCount(2);

  @Test
  void whatSeveralNodesShowCountsOnce() {
    show(0, 3, 5, 9);
    show(0, 3, 5);

    assertThat(grants.count()).isEqualTo(3);
  }

  /** One that has lost a part goes on for the one that was ahead and died. */
  @Test
  void goesOnWithWhoeverIsAhead() {
    show(0, 3, 5, 9);
    show(0, 9, 12);

    assertThat(grants.count()).isEqualTo(4);
  }

  @Test
  void shardsCountApart() {
    show(0, 9);
    show(1, 3, 4);

    assertThat(grants.count()).isEqualTo(3);
  }

  private void show(int shard, long... revisions) {
    for (long revision : revisions) {
      grants.shown(shard, revision);
    }
  }
}
