/**
 * Promises that something happens in the end: progress, recovery, and that nothing is left behind.
 */
@NullMarked
package io.tenure.faults.checker.liveness;

import org.jspecify.annotations.NullMarked;
