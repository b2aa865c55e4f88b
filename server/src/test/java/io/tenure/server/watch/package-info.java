/** Watching without threads but for {@link io.tenure.server.watch.WatchesTest}. */
@NullMarked
package io.tenure.server.watch;

import org.jspecify.annotations.NullMarked;
