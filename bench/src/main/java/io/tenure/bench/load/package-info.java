/**
 * The load generator; {@code bench/load} starts it. It speaks the {@code Connect} stream as a full
 * client does, without the client library, and measures servers that are running already.
 *
 * <p>Two threads: the main thread runs the command, starts and stops the load and prints;
 * everything else (streams, workers, timers, what is counted) lives on the one thread of {@link
 * io.tenure.bench.load.Loop}, without locks, because the generator shares the machine with the
 * servers that it measures.
 *
 * <p>May depend on {@code io.tenure.protocol}, gRPC with its Netty, HdrHistogram and picocli.
 */
@NullMarked
package io.tenure.bench.load;

import org.jspecify.annotations.NullMarked;
