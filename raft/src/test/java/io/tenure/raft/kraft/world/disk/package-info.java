/**
 * What a simulated node keeps: its log, snapshots and vote on a disk that loses what was not
 * flushed, can fail, and can end its node at any operation.
 *
 * <p>On the one thread of the world. Knows the engine's interfaces and nothing of nodes.
 */
@NullMarked
package io.tenure.raft.kraft.world.disk;

import org.jspecify.annotations.NullMarked;
