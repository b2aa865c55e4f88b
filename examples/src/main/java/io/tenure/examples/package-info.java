/**
 * Small complete programs, each with one use of the client: {@code examples/run CronJob}.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: the public API and {@code fencing}.
 */
@NullMarked
package io.tenure.examples;

import org.jspecify.annotations.NullMarked;
