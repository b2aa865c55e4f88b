/**
 * Resources that locks protect, one that checks tokens and one that does not, for clients in
 * several processes.
 */
@NullMarked
package io.tenure.faults.work.resource;

import org.jspecify.annotations.NullMarked;
