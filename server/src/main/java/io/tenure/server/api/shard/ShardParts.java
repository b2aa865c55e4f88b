package io.tenure.server.api.shard;

import io.tenure.core.model.SessionId;
import io.tenure.server.apply.Failure;
import io.tenure.server.session.SessionClock;
import io.tenure.server.shard.Shard;
import io.tenure.server.watch.Watches;

/**
 * What the front end needs of one shard on this node.
 *
 * @param from the first key segment that the shard owns; empty for the first shard
 */
public record ShardParts(
    Shard shard,
    String from,
    SessionClock sessions,
    Watches watches,
    WaitingTimes waiting,
    Revocations revocations) {

  /**
   * Session numbers stay below 2^53, since they are revisions' equals; the bits above name the
   * shard.
   */
  private static final int SHARD_SHIFT = 53;

  public static final int MAX_SHARDS = 1 << (Long.SIZE - SHARD_SHIFT);

  public static int shardOf(long wireSession) {
    return (int) (wireSession >>> SHARD_SHIFT);
  }

  public static SessionId sessionOf(long wireSession) {
    return new SessionId(wireSession & ((1L << SHARD_SHIFT) - 1));
  }

  /**
   * The nonce of the session that another shard's session has here. Ids are spread over all nonces,
   * so that no client's own choice meets one but by chance.
   */
  public static long siblingNonce(long wireSession) {
    long mixed = wireSession + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }

  public int index() {
    return shard.index();
  }

  /** The session's id on the wire, where sessions of all shards share one space of numbers. */
  public long wire(SessionId session) {
    return ((long) shard.index() << SHARD_SHIFT) | session.number();
  }

  /** Where to go, for a request that only the leader can take. */
  public Failure notLeading() {
    return shard.notLeading();
  }
}
