/**
 * Small programs that each show one use, complete and runnable: {@code examples/run CronJob}. They
 * use the public API and nothing else.
 */
@NullMarked
package io.tenure.examples;

import org.jspecify.annotations.NullMarked;
