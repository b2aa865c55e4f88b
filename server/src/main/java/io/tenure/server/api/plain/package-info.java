/**
 * Plain calls: one request, one reply, and watches as calls of their own.
 *
 * <p>Runs on the loop of the connection.
 */
@NullMarked
package io.tenure.server.api.plain;

import org.jspecify.annotations.NullMarked;
