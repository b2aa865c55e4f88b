/**
 * What a Java program does with the service. {@link io.tenure.client.Tenure} is where to begin:
 * locks ({@link io.tenure.client.LockRequest}, {@link io.tenure.client.Hold}), elections ({@link
 * io.tenure.client.Election}), watches. {@link io.tenure.client.admin.ClusterAdmin} operates a
 * cluster, and {@link io.tenure.client.plain.PlainLocks} is for scripts that come and go.
 *
 * <p>Depends on the protocol only; no generated type, and none of gRPC's, appears in a public
 * signature.
 *
 * <p>Threads: everything inside runs on the one {@link
 * io.tenure.client.internal.connection.ClientLoop} of a client, users' code never does.
 */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
