/**
 * Sockets and the threads that serve them, and what keeps connections from taking too much: how
 * many are open, and the memory of each outside the heap.
 */
@NullMarked
package io.tenure.server.api.transport;

import org.jspecify.annotations.NullMarked;
