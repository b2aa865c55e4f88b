/**
 * Between the wire and the core: decodes requests, encodes outcomes, refusals, errors and events.
 *
 * <p>Any thread.
 */
@NullMarked
package io.tenure.server.api.encode;

import org.jspecify.annotations.NullMarked;
