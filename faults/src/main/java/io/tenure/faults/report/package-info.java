/**
 * What a run has shown, for people and for programs.
 *
 * <p>In: verdicts and the history. Out: {@code report.html}, {@code report.json} and a summary.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: {@code checker} and {@code history}.
 */
@NullMarked
package io.tenure.faults.report;

import org.jspecify.annotations.NullMarked;
