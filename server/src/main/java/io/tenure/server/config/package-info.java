/**
 * Settings: what can be configured, its ranges and defaults, and where a value was set. Also what
 * follows from them, such as addresses and shares of the heap.
 *
 * <p>Knows no other package of the server.
 */
@NullMarked
package io.tenure.server.config;

import org.jspecify.annotations.NullMarked;
