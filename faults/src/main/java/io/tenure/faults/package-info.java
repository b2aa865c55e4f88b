/** The faults command: Tenure's processes under faults, and a check of all that happened. */
@NullMarked
package io.tenure.faults;

import org.jspecify.annotations.NullMarked;
