/**
 * Immutable values that show the state of the service: who holds a key, who waits for it, who leads
 * an election.
 *
 * <p>In: replies to reads. Out: values for programs.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: the public API.
 */
@NullMarked
package io.tenure.client.view;

import org.jspecify.annotations.NullMarked;
