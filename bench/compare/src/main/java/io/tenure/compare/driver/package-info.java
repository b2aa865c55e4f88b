/**
 * The client's side of a comparison: a JVM of its own that connects to a system, uses its locks in
 * the way that it is told, and checks them while it does.
 *
 * <p>The main thread reads a {@link io.tenure.compare.driver.Request} a line, carries it out and
 * answers with a {@link io.tenure.compare.driver.Reply} a line. Workers are one thread each and
 * block, as in the programs of most users; they share only counters. What the system's own client
 * library does on which thread is its own matter.
 */
@NullMarked
package io.tenure.compare.driver;

import org.jspecify.annotations.NullMarked;
