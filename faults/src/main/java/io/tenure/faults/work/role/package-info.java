/**
 * What clients do under faults. Each role is one way in which programs use the service.
 *
 * <p>Each client runs on a thread of its own.
 */
@NullMarked
package io.tenure.faults.work.role;

import org.jspecify.annotations.NullMarked;
