/**
 * What is done to the service while it is under faults, and by whom: worker processes with many
 * clients each, through the public client and by plain calls; the resources that they use while
 * they hold; and observers that watch everything. All of them write down what they see.
 *
 * <p>It may depend on the public client, the protocol, {@code history}, what {@code fault} wants
 * done to clients, and the clocks of {@code cluster}. In a worker every client has a thread of its
 * own; resources and observers live in the parent process, which is never paused.
 */
@NullMarked
package io.tenure.faults.work;

import org.jspecify.annotations.NullMarked;
