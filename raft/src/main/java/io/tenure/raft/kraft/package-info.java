/**
 * Apache Kafka's Raft engine (KRaft) behind the border of {@link io.tenure.raft}.
 *
 * <p>One thread polls the engine, reads and writes its log and talks to other nodes.
 */
@NullMarked
package io.tenure.raft.kraft;

import org.jspecify.annotations.NullMarked;
