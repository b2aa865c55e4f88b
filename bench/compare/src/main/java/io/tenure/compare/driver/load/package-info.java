/**
 * The workloads: each class with a name that ends in {@code Load} creates one kind of load,
 * measures it, and returns a {@link io.tenure.compare.result.Run}.
 *
 * <p>In: the system under test, a {@link io.tenure.compare.result.Measurement} and unused keys.
 * Out: the run. The driver's main thread starts and stops a load and sleeps in between. Workers,
 * key holders and key changers have one daemon thread each and block, as in most programs of users;
 * they share only counters and histograms. Watch notifications arrive on threads of the system's
 * own client library. May use {@link io.tenure.compare.driver.check} and {@link
 * io.tenure.compare.driver.meter}.
 */
@NullMarked
package io.tenure.compare.driver.load;

import org.jspecify.annotations.NullMarked;
