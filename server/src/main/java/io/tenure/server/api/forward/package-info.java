/**
 * Taking a call to the node that leads its shard, once, and knowing whether it can have been
 * executed there.
 */
@NullMarked
package io.tenure.server.api.forward;

import org.jspecify.annotations.NullMarked;
