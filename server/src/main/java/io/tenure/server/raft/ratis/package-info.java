/**
 * The driver of the Raft engine, Apache Ratis: starts and stops it, passes committed entries to the
 * state machine, changes members, transfers leadership, and replaces a crashed leader quickly.
 * {@link io.tenure.server.raft.ratis.RatisEngine} is the entry point.
 *
 * <p>In: entries and changes of members. Out: committed entries, and who leads.
 *
 * <p>Threads: the threads of the engine. Committed entries are passed on its apply thread.
 *
 * <p>May depend on: Ratis, {@code raft}, {@code peer} and {@code thread}. With the packages below
 * it, and {@code peer}, the only one that imports Ratis.
 */
@NullMarked
package io.tenure.server.raft.ratis;

import org.jspecify.annotations.NullMarked;
