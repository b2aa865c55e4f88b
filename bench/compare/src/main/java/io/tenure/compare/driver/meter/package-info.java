/**
 * Readings of what a measurement used: CPU time, memory, network, disk and latencies.
 *
 * <p>In: the process ids of the servers, and each operation's duration. Out: the values of {@link
 * io.tenure.compare.result}. The driver's main thread takes the readings of {@code /proc}; any
 * worker thread may record a latency. Depends on nothing else of the driver.
 */
@NullMarked
package io.tenure.compare.driver.meter;

import org.jspecify.annotations.NullMarked;
