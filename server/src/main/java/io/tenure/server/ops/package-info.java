/**
 * What operators see from outside: metrics, health, the HTTP endpoint, and the format of the log.
 *
 * <p>HTTP requests are served by threads of their own.
 */
@NullMarked
package io.tenure.server.ops;

import org.jspecify.annotations.NullMarked;
