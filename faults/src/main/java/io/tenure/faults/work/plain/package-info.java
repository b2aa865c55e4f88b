/** Clients that use plain calls, as programs in other languages do. */
@NullMarked
package io.tenure.faults.work.plain;

import org.jspecify.annotations.NullMarked;
