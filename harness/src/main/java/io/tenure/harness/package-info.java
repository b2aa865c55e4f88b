/**
 * What tests, the bench and the fault runs share: waiting for a condition ({@link
 * io.tenure.harness.Await}, {@link io.tenure.harness.TimeLimit}), free ports and folders. Child
 * processes are in {@link io.tenure.harness.process}, HTML and SVG in {@link
 * io.tenure.harness.report}.
 *
 * <p>Internal: this module is not published, and its API may change at any time. It depends on the
 * JDK alone and knows nothing of Tenure, so that every module can use it in tests. The main code of
 * published modules must not depend on it.
 *
 * <p>Nothing here has a thread of its own: the calling thread does the work and the waiting.
 */
@NullMarked
package io.tenure.harness;

import org.jspecify.annotations.NullMarked;
