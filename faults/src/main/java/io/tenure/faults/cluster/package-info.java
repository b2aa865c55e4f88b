/**
 * The server processes of a run on this machine, and all that can be done to them from outside:
 * start, stop, pause, disks, wall clocks, members. Knows of no fault and no schedule.
 *
 * <p>In: operations on nodes. Out: their processes and what they report.
 *
 * <p>Threads: several threads may use it.
 *
 * <p>May depend on: the public client, and {@code network}.
 */
@NullMarked
package io.tenure.faults.cluster;

import org.jspecify.annotations.NullMarked;
