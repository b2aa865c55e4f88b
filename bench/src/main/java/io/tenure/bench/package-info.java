/**
 * Microbenchmarks of the core, run by JMH; {@code bench/jmh} starts them.
 *
 * <p>In: states of the core. Out: times for each operation.
 *
 * <p>Threads: threads of JMH.
 *
 * <p>May depend on: {@code io.tenure.core} and JMH.
 */
@NullMarked
package io.tenure.bench;

import org.jspecify.annotations.NullMarked;
