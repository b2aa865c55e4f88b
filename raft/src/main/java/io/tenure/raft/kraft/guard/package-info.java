/**
 * What the engine does wrong, one class for each fault, and what keeps it from harm.
 *
 * <p>Every class works at the engine's own interfaces: it changes or drops a message, wraps the log
 * or the store of votes, or asks for the engine to be built anew from its log, as after a crash.
 * All of them are used on the thread that polls the engine. They depend on the engine's messages
 * only.
 *
 * <p>Each fault was found in a simulated world (tests of this module). A world without the guard
 * still fails; when it does not after an upgrade of the engine, the guard can go.
 */
@NullMarked
package io.tenure.raft.kraft.guard;

import org.jspecify.annotations.NullMarked;
