/** A lock system in the memory of the test, sound or with a fault of one's choice. */
@NullMarked
package io.tenure.compare.memory;

import org.jspecify.annotations.NullMarked;
