/**
 * From a command to its outcome through the replicated log: proposer, engine, applier, snapshots,
 * leadership and membership.
 *
 * <p>The only package that imports the Raft engine. May depend on the core. A shard's applier runs
 * on the engine's updater thread and is the only one that changes the shard's state; readers take
 * the state's lock for a bounded moment. Nothing here blocks a caller.
 */
@NullMarked
package io.tenure.server.replication;

import org.jspecify.annotations.NullMarked;
