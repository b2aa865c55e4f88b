/**
 * What requests and replies in flight take in memory, by call, by connection and for the whole
 * node. Refuses what does not fit.
 *
 * <p>Bytes are taken and given back on any thread.
 */
@NullMarked
package io.tenure.server.api.load;

import org.jspecify.annotations.NullMarked;
