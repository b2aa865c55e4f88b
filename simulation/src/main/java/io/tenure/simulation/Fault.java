package io.tenure.simulation;

/** What can go wrong. */
enum Fault {
  SERVER_CRASH("server crashes"),
  LEADER_CRASH("leader crashes"),
  MAJORITY_CRASH("crashes of a majority"),
  CLIENT_CRASH("client crashes"),
  SERVER_PAUSE("server pauses"),
  LEADER_PAUSE("leader pauses"),
  CLIENT_PAUSE("client pauses"),
  HOLDER_PAUSE("holder pauses"),
  SPLIT("splits"),
  ONE_WAY_SILENCE("one-way cuts"),
  LEADER_ISOLATION("isolated leaders"),
  SERVER_SPLIT("leaders cut off from the servers only"),
  NODE_ISOLATION("isolated nodes"),
  LOSS("loss bursts"),
  DUPLICATION("duplication bursts"),
  DELAY("delay bursts"),
  SANE_DRIFT("sane clock drifts"),
  INSANE_DRIFT("insane clock drifts"),
  WALL_JUMP("wall clock jumps"),
  /** Not a fault of the system, but a surprise for the holder. */
  REVOCATION("revocations"),
  RAISED_REVISION("raised revisions");

  private final String plural;

  Fault(String plural) {
    this.plural = plural;
  }

  String plural() {
    return plural;
  }
}
