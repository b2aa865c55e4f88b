/** Tenure: its own server command and its public Java client. */
@NullMarked
package io.tenure.compare.system.tenure;

import org.jspecify.annotations.NullMarked;
