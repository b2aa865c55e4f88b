/** What was seen during a run, by whom and when: what the checker decides by. */
@NullMarked
package io.tenure.faults.history;

import org.jspecify.annotations.NullMarked;
