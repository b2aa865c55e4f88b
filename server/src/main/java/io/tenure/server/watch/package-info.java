/**
 * A bounded history of events and the subscriptions to it, on every node.
 *
 * <p>May depend on the core. The applier appends; one thread per shard delivers.
 */
@NullMarked
package io.tenure.server.watch;

import org.jspecify.annotations.NullMarked;
