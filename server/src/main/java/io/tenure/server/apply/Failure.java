package io.tenure.server.apply;

import org.jspecify.annotations.Nullable;

/**
 * Why a command or a read got no outcome here.
 *
 * @param leader where to go instead, if that is known
 */
public record Failure(Kind kind, String message, @Nullable Leader leader) {

  /** Each says whether the command may have been executed. */
  public enum Kind {
    /** Not executed: another node leads. */
    NOT_LEADER,
    /** Not executed: no leader is known. */
    NO_LEADER,
    /** Not executed: too much is waiting to be proposed. */
    OVERLOADED,
    /** Not executed: this node is shutting down. */
    SHUTTING_DOWN,
    /**
     * Perhaps executed: leadership was lost while it was in flight, or while the request waited.
     */
    LEADERSHIP_LOST,
    /** Answered elsewhere: the same request was sent again and the newer one gets the answer. */
    SUPERSEDED
  }

  /** The node that leads a shard, as far as this one knows. */
  public record Leader(String node, String address) {}
}
