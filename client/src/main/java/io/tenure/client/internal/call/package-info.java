/**
 * What calls have in common: the translation between protocol and API types, the mapping of
 * statuses to exceptions, reads, and plain calls over one of several servers. Not part of the API.
 */
@NullMarked
package io.tenure.client.internal.call;

import org.jspecify.annotations.NullMarked;
