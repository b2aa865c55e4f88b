package io.tenure.simulation.cluster;

import io.tenure.core.model.Command;
import org.jspecify.annotations.Nullable;

/**
 * One entry of the log.
 *
 * @param term the term of the leader that appended it
 * @param command null for the empty entry with which a leader begins its term
 */
record Entry(long term, @Nullable Command command) {}
