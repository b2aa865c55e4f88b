/**
 * What clients do under faults. Each role is one way in which programs use the service.
 *
 * <p>In: a client and random numbers. Out: operations, and records of their results.
 *
 * <p>Threads: each client runs on a thread of its own.
 *
 * <p>May depend on: the public client, {@code work} and {@code history}.
 */
@NullMarked
package io.tenure.faults.work.role;

import org.jspecify.annotations.NullMarked;
