/**
 * Calls that read: one key, pages of keys, pages of sessions. What takes longer than a network
 * thread may runs on threads of {@link io.tenure.server.api.read.ReadExecutor}.
 */
@NullMarked
package io.tenure.server.api.read;

import org.jspecify.annotations.NullMarked;
