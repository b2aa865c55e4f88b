/**
 * What the client shows of the service's state: who holds a key, who waits for it, who leads an
 * election. Immutable values.
 */
@NullMarked
package io.tenure.client.view;

import org.jspecify.annotations.NullMarked;
