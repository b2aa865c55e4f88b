/**
 * Settings: what can be configured, ranges, defaults, and where a value was set. Also what follows
 * from them, such as addresses and shares of the heap.
 *
 * <p>In: a configuration file, flags and environment. Out: a {@link
 * io.tenure.server.config.ServerConfig}, or a message that names the setting and what it expects.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: no other package of the server.
 */
@NullMarked
package io.tenure.server.config;

import org.jspecify.annotations.NullMarked;
