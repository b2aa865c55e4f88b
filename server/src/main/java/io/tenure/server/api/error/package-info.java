/**
 * What a caller is told when a call is not carried out: one reason each, with its gRPC status and
 * whether the same request may be sent again.
 */
@NullMarked
package io.tenure.server.api.error;

import org.jspecify.annotations.NullMarked;
