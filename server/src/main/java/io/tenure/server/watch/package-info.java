/**
 * A bounded history of events and the subscriptions to it, on every node.
 *
 * <p>May depend on the core. The applier's thread appends to the {@link
 * io.tenure.server.watch.EventHistory} and rings; one thread per shard runs {@link
 * io.tenure.server.watch.Delivery}, owns every subscription's place in it, and makes every call to
 * a subscriber. Subscribing, cancelling and waking come in on any thread, through {@link
 * io.tenure.server.watch.WakeQueue}.
 */
@NullMarked
package io.tenure.server.watch;

import org.jspecify.annotations.NullMarked;
