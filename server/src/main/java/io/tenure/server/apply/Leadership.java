package io.tenure.server.apply;

import io.tenure.server.apply.Failure.Leader;
import org.jspecify.annotations.Nullable;

/**
 * Who leads a shard, as this node sees it at the moment.
 *
 * @param leads whether this node leads and has applied everything from before its term
 * @param term the term it leads in; meaningless otherwise
 * @param leader null while none is known
 */
public record Leadership(boolean leads, long term, @Nullable Leader leader) {}
