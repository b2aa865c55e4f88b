/**
 * The files of the engine: log segments, votes and snapshots. Refuses damaged files before the
 * engine opens them, and writes snapshots so that they are durable before anything depends on them.
 *
 * <p>In: the directory of a shard; an image of the state. Out: checked files and durable snapshots.
 *
 * <p>Threads: checks run on the thread that starts the node, snapshots are written on a thread of
 * their own.
 *
 * <p>May depend on: Ratis.
 */
@NullMarked
package io.tenure.server.raft.ratis.files;

import org.jspecify.annotations.NullMarked;
