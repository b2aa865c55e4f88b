/**
 * Reads on the client's stream, which need no session. Not part of the API.
 *
 * <p>Comes in: keys and prefixes, on any thread. Goes out: futures of views, completed on the
 * client's loop.
 */
@NullMarked
package io.tenure.client.internal.read;

import org.jspecify.annotations.NullMarked;
