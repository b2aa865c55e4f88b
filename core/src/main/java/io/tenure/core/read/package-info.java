/**
 * Answers readers: who holds and waits at a key, and pages of the keys in use. Nothing is decided
 * here.
 */
@NullMarked
package io.tenure.core.read;

import org.jspecify.annotations.NullMarked;
