/** What a run has shown, for people and for programs. */
@NullMarked
package io.tenure.faults.report;

import org.jspecify.annotations.NullMarked;
