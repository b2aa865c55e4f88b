/**
 * Reports: tables for a terminal, JSON, and a self-contained HTML page with plots.
 *
 * <p>In: {@link io.tenure.compare.result.Results}. Out: text. Only pure functions; the main thread
 * calls them.
 */
@NullMarked
package io.tenure.compare.report;

import org.jspecify.annotations.NullMarked;
