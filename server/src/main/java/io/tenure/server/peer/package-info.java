/**
 * What nodes ask each other, apart from the engine: calls on the node port, and the channels on
 * which they are made.
 *
 * <p>Answers come on network threads.
 */
@NullMarked
package io.tenure.server.peer;

import org.jspecify.annotations.NullMarked;
