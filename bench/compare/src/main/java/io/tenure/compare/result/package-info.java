/**
 * What is measured and what came of it: values that are written to {@code results.json} as they
 * are. They depend on nothing but {@link io.tenure.compare.system.LockSystem.Feature} and belong to
 * no thread.
 */
@NullMarked
package io.tenure.compare.result;

import org.jspecify.annotations.NullMarked;
