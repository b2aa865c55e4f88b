/**
 * A bounded history of events and the subscriptions to it, on every node. {@link
 * io.tenure.server.watch.Watches} is the entry point.
 *
 * <p>In: events; subscriptions, cancellations and wake-ups on any thread. Out: batches of events,
 * progress notices and ends, to each {@link io.tenure.server.watch.Subscriber}.
 *
 * <p>Threads: the apply thread appends to {@link io.tenure.server.watch.EventHistory}. One thread
 * for each shard runs {@link io.tenure.server.watch.Delivery}, owns the position of every
 * subscription, and makes every call to a subscriber.
 *
 * <p>May depend on: {@code core} alone.
 */
@NullMarked
package io.tenure.server.watch;

import org.jspecify.annotations.NullMarked;
