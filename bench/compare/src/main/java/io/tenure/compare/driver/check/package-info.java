/**
 * How workers reach the system under test, and the checks that every grant has to pass.
 *
 * <p>In: the acquires and releases of the workers. Out: {@link
 * io.tenure.compare.driver.check.FaultCounter}, which decides whether a run is a result. An {@link
 * io.tenure.compare.driver.check.ExclusionMonitor} and the counter are called by all worker
 * threads; a {@link io.tenure.compare.driver.check.CheckedLock} belongs to one worker. {@link
 * io.tenure.compare.driver.check.ClientPool} and {@link
 * io.tenure.compare.driver.check.StuckKeyCheck} start daemon threads for the duration of a call.
 */
@NullMarked
package io.tenure.compare.driver.check;

import org.jspecify.annotations.NullMarked;
