/**
 * What the front end needs of each shard: which shard owns a key, since when requests wait, and
 * which holds operators have revoked.
 *
 * <p>Written by the applier's thread, read by any.
 */
@NullMarked
package io.tenure.server.api.shard;

import org.jspecify.annotations.NullMarked;
