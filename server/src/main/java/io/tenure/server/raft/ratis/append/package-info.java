/**
 * How a leader's entries reach its followers with few thread switches: replaces the engine's own
 * appender.
 *
 * <p>Runs on the engine's threads and on whichever thread appends an entry.
 */
@NullMarked
package io.tenure.server.raft.ratis.append;

import org.jspecify.annotations.NullMarked;
