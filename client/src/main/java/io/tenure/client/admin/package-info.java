/**
 * Operating a cluster: nodes, members, sessions, leadership, comparison of replicas. {@link
 * io.tenure.client.admin.ClusterAdmin} is the entry point.
 *
 * <p>In: calls of operators. Out: immutable views and results.
 *
 * <p>Threads: calls block the thread of the caller.
 *
 * <p>May depend on: the protocol and {@code client.internal}.
 */
@NullMarked
package io.tenure.client.admin;

import org.jspecify.annotations.NullMarked;
