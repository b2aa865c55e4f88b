/**
 * Parts of self-contained HTML reports: SVG drawings, axes and pages. Depends on the JDK alone; the
 * calling thread does the work.
 */
@NullMarked
package io.tenure.harness.report;

import org.jspecify.annotations.NullMarked;
