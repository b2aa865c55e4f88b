/** Redis as its package installs it, one or three independent ones, and Redisson. */
@NullMarked
package io.tenure.compare.system.redis;

import org.jspecify.annotations.NullMarked;
