/**
 * Which nodes belong to the cluster: formation of a new cluster, introduction of a node to the
 * others, records about members, changes of members, and the spread of leaders over the nodes.
 *
 * <p>In: the data directory, calls of other nodes and of operators. Out: permission to take part;
 * changes of members through the engine.
 *
 * <p>Threads: formation runs on the thread that starts the node; calls arrive on network threads;
 * leaders are spread on the timer thread.
 *
 * <p>May depend on: {@code directory}, {@code peer}, {@code shard}, and the membership of the
 * engine.
 */
@NullMarked
package io.tenure.server.membership;

import org.jspecify.annotations.NullMarked;
