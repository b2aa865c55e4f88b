/** A lock system in the memory of the test, correct or with a chosen fault. */
@NullMarked
package io.tenure.compare.memory;

import org.jspecify.annotations.NullMarked;
