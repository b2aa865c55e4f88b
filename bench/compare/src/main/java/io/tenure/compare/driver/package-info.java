/**
 * The driver: a JVM of its own that connects to one system as its clients and loads it.
 *
 * <p>In: one {@link io.tenure.compare.driver.Request} a line, as JSON on standard input. Out: one
 * {@link io.tenure.compare.driver.Reply} a line on standard output. The main thread carries out the
 * requests one after the other, with the loads of {@link io.tenure.compare.driver.load}.
 */
@NullMarked
package io.tenure.compare.driver;

import org.jspecify.annotations.NullMarked;
