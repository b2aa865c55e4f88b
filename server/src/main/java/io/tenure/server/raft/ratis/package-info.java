/**
 * The engine, Apache Ratis, behind the border: starts and stops it, hands committed entries to the
 * state machine, changes members, transfers leadership, and replaces a crashed leader quickly.
 *
 * <p>The only package, with those below it, that imports Ratis. Committed entries are handed over
 * on the engine's apply thread.
 */
@NullMarked
package io.tenure.server.raft.ratis;

import org.jspecify.annotations.NullMarked;
