/**
 * Processes and signals: the command after {@code --}, its process group, and the signals that are
 * passed on to it.
 */
@NullMarked
package io.tenure.cli.process;

import org.jspecify.annotations.NullMarked;
