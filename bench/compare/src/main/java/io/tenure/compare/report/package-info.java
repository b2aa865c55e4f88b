/**
 * Shows results: as tables on a terminal, as JSON, and as a page with plots that needs nothing but
 * a browser. Pure functions of {@link io.tenure.compare.result.Results}; any thread may call them.
 */
@NullMarked
package io.tenure.compare.report;

import org.jspecify.annotations.NullMarked;
