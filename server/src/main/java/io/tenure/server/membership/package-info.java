/**
 * Who belongs to the cluster: formation of a new one, introduction of a node to the others, records
 * about members, and the operations that change them.
 *
 * <p>Formation runs on the thread that starts the node; requests of other nodes and of operators
 * come in on network threads.
 */
@NullMarked
package io.tenure.server.membership;

import org.jspecify.annotations.NullMarked;
