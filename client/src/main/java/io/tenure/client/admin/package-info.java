/**
 * Operating a cluster: nodes, members, sessions, leadership, and the comparison of replicas. {@link
 * io.tenure.client.admin.ClusterAdmin} is the way in.
 *
 * <p>Calls block the caller's thread.
 */
@NullMarked
package io.tenure.client.admin;

import org.jspecify.annotations.NullMarked;
