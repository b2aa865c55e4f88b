/**
 * What operators see: metrics, health, and the log's format.
 *
 * <p>Knows nothing of the other parts: they register their meters here and answer for their health.
 * Requests are served by threads of their own.
 */
@NullMarked
package io.tenure.server.admin;

import org.jspecify.annotations.NullMarked;
