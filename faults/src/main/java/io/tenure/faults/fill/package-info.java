/**
 * A command that fills a cluster to every limit in bytes and keeps it there while its nodes are
 * killed and restarted.
 *
 * <p>In: a started cluster. Out: which limits were reached, and whether the service stayed
 * responsive.
 *
 * <p>Threads: each filler has a thread and a connection of its own.
 *
 * <p>May depend on: {@code cluster} and the protocol.
 */
@NullMarked
package io.tenure.faults.fill;

import org.jspecify.annotations.NullMarked;
