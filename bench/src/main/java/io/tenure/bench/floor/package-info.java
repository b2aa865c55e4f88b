/**
 * The command {@code bench/floor}: the lower bounds of this machine, without any server.
 *
 * <p>In: a directory on the disk to measure. Out: a table with one row for each {@link
 * io.tenure.bench.floor.Step}. The main thread repeats each step; a daemon thread is the other side
 * of the steps that need one. Depends on picocli and HdrHistogram only.
 */
@NullMarked
package io.tenure.bench.floor;

import org.jspecify.annotations.NullMarked;
