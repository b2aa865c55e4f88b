/** PostgreSQL from its package, and its advisory locks. */
@NullMarked
package io.tenure.compare.system.postgres;

import org.jspecify.annotations.NullMarked;
