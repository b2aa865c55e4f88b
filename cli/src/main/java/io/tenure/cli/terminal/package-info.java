/**
 * What all commands share: common options, tables, JSON, error messages and exit codes.
 *
 * <p>In: values of the client. Out: text for people or programs.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: the client and picocli.
 */
@NullMarked
package io.tenure.cli.terminal;

import org.jspecify.annotations.NullMarked;
