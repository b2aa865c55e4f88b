/**
 * {@code tenure show}, {@code ls}, {@code status}, {@code sessions} and {@code watch}: show the
 * state of the service and change nothing.
 */
@NullMarked
package io.tenure.cli.inspect;

import org.jspecify.annotations.NullMarked;
