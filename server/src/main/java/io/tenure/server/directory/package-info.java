/**
 * The data directory: the identity of the node, the incarnations of other nodes that it has
 * recorded, and the lock that keeps a second process out. After a power loss each file is either
 * the old one or the new one.
 *
 * <p>In: a path. Out: an open {@link io.tenure.server.directory.DataDirectory}, or a refusal to
 * start.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: {@code config}.
 */
@NullMarked
package io.tenure.server.directory;

import org.jspecify.annotations.NullMarked;
