/**
 * The exceptions of the client and the reasons they carry. {@link
 * io.tenure.client.error.TenureException} says which exception means that nothing was done, and
 * which that nobody knows.
 */
@NullMarked
package io.tenure.client.error;

import org.jspecify.annotations.NullMarked;
