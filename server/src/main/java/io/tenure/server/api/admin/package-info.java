/**
 * The calls of operators: members, leadership, sessions, revocation, comparison of replicas.
 *
 * <p>In: requests of {@code admin.proto}. Out: replies; changes go through {@link
 * io.tenure.server.api.admin.ClusterOperations} or as commands to a shard.
 *
 * <p>Threads: the event loop of the connection; what takes longer completes a future.
 *
 * <p>May depend on: the other packages of the front end.
 */
@NullMarked
package io.tenure.server.api.admin;

import org.jspecify.annotations.NullMarked;
