/**
 * The exceptions of the client and the reasons that they carry. {@link
 * io.tenure.client.error.TenureException} says which exceptions mean that nothing was done, and
 * which that the result is unknown.
 *
 * <p>Threads: any thread.
 *
 * <p>May depend on: {@code client.view}.
 */
@NullMarked
package io.tenure.client.error;

import org.jspecify.annotations.NullMarked;
