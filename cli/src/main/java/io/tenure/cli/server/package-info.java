/**
 * {@code tenure up} and {@code tenure server}: run a node in the foreground, and start nodes as
 * processes of their own.
 */
@NullMarked
package io.tenure.cli.server;

import org.jspecify.annotations.NullMarked;
