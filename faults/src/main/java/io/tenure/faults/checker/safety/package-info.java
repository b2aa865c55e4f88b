/**
 * Promises that one wrong event breaks for good: exclusion, order of tokens, early expiry,
 * acknowledged results. Each class checks one.
 */
@NullMarked
package io.tenure.faults.checker.safety;

import org.jspecify.annotations.NullMarked;
