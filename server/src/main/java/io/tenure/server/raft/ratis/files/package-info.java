/**
 * The engine's files: log segments, votes and snapshots. Refuses damaged files before the engine
 * opens them, and writes snapshots so that they are durable before anybody hears of them.
 *
 * <p>Snapshots are written on a thread of their own.
 */
@NullMarked
package io.tenure.server.raft.ratis.files;

import org.jspecify.annotations.NullMarked;
