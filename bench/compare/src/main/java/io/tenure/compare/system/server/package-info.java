/**
 * Servers as child processes: starting, watching and ending them. Knows nothing of any one system.
 */
@NullMarked
package io.tenure.compare.system.server;

import org.jspecify.annotations.NullMarked;
