/**
 * Clients that watch everything: what they have seen is the log that all other histories are
 * compared with.
 */
@NullMarked
package io.tenure.faults.work.watch;

import org.jspecify.annotations.NullMarked;
