/** Redis from its package, one server or three independent ones, and Redisson. */
@NullMarked
package io.tenure.compare.system.redis;

import org.jspecify.annotations.NullMarked;
