/**
 * The data directory: the node's identity, the incarnations of other nodes that it has met, and the
 * lock that keeps a second process out.
 *
 * <p>Files are replaced so that after a power loss each is either the old or the new one.
 */
@NullMarked
package io.tenure.server.directory;

import org.jspecify.annotations.NullMarked;
