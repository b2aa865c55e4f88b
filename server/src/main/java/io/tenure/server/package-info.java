/**
 * One process of the service. {@link io.tenure.server.Node} reads the configuration, starts the
 * parts from the log upwards and stops them in the reverse order; {@link
 * io.tenure.server.ShardAssembly} connects the parts of one shard.
 *
 * <p>In: a {@code ServerConfig}. Out: a running node, or a {@code StartRefusedException}.
 *
 * <p>Threads: the thread that starts the node; {@code tenure-timer} for periodic tasks.
 *
 * <p>May depend on: every package of the server. Nothing in the server depends on this one.
 */
@NullMarked
package io.tenure.server;

import org.jspecify.annotations.NullMarked;
