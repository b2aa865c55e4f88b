/**
 * The public API for Java programs. {@link io.tenure.client.Tenure} is the entry point: locks
 * ({@link io.tenure.client.LockRequest}, {@link io.tenure.client.Hold}), elections ({@link
 * io.tenure.client.Election}), watches. {@code admin} operates a cluster, and {@code plain} is for
 * scripts.
 *
 * <p>In: calls of programs. Out: holds, futures, and calls of listeners. No generated type and no
 * type of gRPC appears in a public signature.
 *
 * <p>Threads: blocking methods wait on the thread of the caller. Everything inside runs on one
 * event loop for each client; user code never does.
 *
 * <p>May depend on: the protocol and {@code client.internal}.
 */
@NullMarked
package io.tenure.client;

import org.jspecify.annotations.NullMarked;
