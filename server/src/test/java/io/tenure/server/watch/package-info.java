/** Tests of watches. Only {@link io.tenure.server.watch.WatchesTest} uses threads. */
@NullMarked
package io.tenure.server.watch;

import org.jspecify.annotations.NullMarked;
