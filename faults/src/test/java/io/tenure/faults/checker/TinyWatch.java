package io.tenure.faults.checker;

import io.tenure.faults.history.Entry;

/** Shows what has happened, a little later; its connection breaks now and then. */
final class TinyWatch {
  private static final int TURNS_PER_NOTICE = 20;

  private final TinyWorld world;
  private final String name;
  private final int shard;
  private int shown;
  private int turns;

  TinyWatch(TinyWorld world, String name, int shard) {
    this.world = world;
    this.name = name;
    this.shard = shard;
  }

  void begin() {
    world.record(new Entry.WatchBegan(name, shard, shown + 1, world.now()));
    show();
  }

  /** Whatever it has not shown yet. */
  void showRest() {
    while (shown < world.log(shard).size()) {
      world.record(new Entry.Watched(name, shard, world.log(shard).get(shown++), world.now()));
    }
  }

  private void show() {
    showRest();
    if (++turns % TURNS_PER_NOTICE == 0) {
      world.record(new Entry.WatchProgress(name, shard, shown, world.now()));
    }
    if (world.random().nextInt(200) > 0) {
      world.at(world.now() + world.millis(2, 20), this::show);
    } else {
      world.at(world.now() + world.millis(10, 500), this::beginAgain);
    }
  }

  /** The second watch is slow: it may be told that what it missed is gone. */
  private void beginAgain() {
    int last = world.log(shard).size();
    if (name.equals("w1") && last > shown && !world.isCalm()) {
      world.record(new Entry.WatchCutOff(name, shard, last + 1, world.now()));
      shown = last;
    }
    begin();
  }
}
