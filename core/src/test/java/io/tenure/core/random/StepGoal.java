package io.tenure.core.random;

/** What a step of a script wants; the weight is how often, compared with the others. */
enum StepGoal {
  OPEN(20),
  REOPEN(4),
  CLOSE(8),
  EXPIRE(8),
  ACQUIRE(160),
  /** Something that meets what another owner has or waits for. */
  ACQUIRE_MEETING(170),
  /** Something that a hold of the owner covers, mostly with something busy beside it. */
  ACQUIRE_COVERED(70),
  /** Exactly what the owner holds. */
  ACQUIRE_HELD(8),
  /** By who stands in the way of a request, for what the requester has: a likely deadlock. */
  ACQUIRE_CROSSING(80),
  /** The next step of {@link SubtreeOverSemaphoreStory}; the profile of that name likes it. */
  TELL(1),
  UPGRADE(60),
  DOWNGRADE(40),
  RELEASE(90),
  /** Of a hold that somebody waits for. */
  RELEASE_AWAITED(60),
  /** Of a hold that covers part of what its owner waits for or also holds. */
  RELEASE_COVERING(30),
  RELEASE_WRONG(25),
  WITHDRAW(50),
  /** By number alone: ended, forgotten, or not yet arrived. */
  WITHDRAW_ANY(20),
  /** Of a request that waits, mostly, because its client is out of reach. */
  STAND_ASIDE(60),
  /** The same request again of one that stands aside. */
  COME_BACK(60),
  SET_VALUE(25),
  REVOKE(25),
  RAISE(3),
  SET_LIMITS(2),
  END_MORE(2),
  COMPARE_STATE(2),
  REPEAT(40),
  /** Another command under a number that was used before. */
  REUSE(25);

  private final int weight;

  StepGoal(int weight) {
    this.weight = weight;
  }

  int weight() {
    return weight;
  }
}
