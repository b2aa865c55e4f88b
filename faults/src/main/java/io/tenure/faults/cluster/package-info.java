/**
 * Tenure's server processes on this machine and all that can be done to them from outside: their
 * lives, the network between them, their disks and their wall clocks. Knows of no fault and no
 * schedule; the package {@code fault} does. May depend on the public client and on nothing else of
 * Tenure's. Objects here may be used by several threads.
 */
@NullMarked
package io.tenure.faults.cluster;

import org.jspecify.annotations.NullMarked;
