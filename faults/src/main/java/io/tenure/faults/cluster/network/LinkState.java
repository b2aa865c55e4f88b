package io.tenure.faults.cluster.network;

/**
 * What is wrong with a link.
 *
 * @param cuts how many have cut it and not mended it yet
 * @param delayMillis 0 if it is not slow
 * @param lossPercent of the packets
 */
record LinkState(int cuts, int delayMillis, int lossPercent) {
  static final LinkState SOUND = new LinkState(0, 0, 0);

  boolean isCut() {
    return cuts > 0;
  }

  LinkState cut() {
    return new LinkState(cuts + 1, delayMillis, lossPercent);
  }

  LinkState mended() {
    return new LinkState(Math.max(0, cuts - 1), delayMillis, lossPercent);
  }

  LinkState delayed(int millis) {
    return new LinkState(cuts, millis, lossPercent);
  }

  LinkState losing(int percent) {
    return new LinkState(cuts, delayMillis, percent);
  }
}
