/**
 * Sends the entries of a leader to its followers with few thread switches, in place of the appender
 * of the engine.
 *
 * <p>In: entries that were appended. Out: append requests; replies to the engine.
 *
 * <p>Threads: the threads of the engine, and the thread that has appended an entry.
 *
 * <p>May depend on: Ratis.
 */
@NullMarked
package io.tenure.server.raft.ratis.append;

import org.jspecify.annotations.NullMarked;
