/**
 * What was seen during a run, by whom and when: what the checker decides by.
 *
 * <p>In: operations, results and events. Out: files, and a history read back from them.
 *
 * <p>Threads: each writer belongs to one thread or is synchronised.
 *
 * <p>May depend on: Gson only.
 */
@NullMarked
package io.tenure.faults.history;

import org.jspecify.annotations.NullMarked;
