/** What all commands share: common options, tables, JSON, error messages and exit codes. */
@NullMarked
package io.tenure.cli.terminal;

import org.jspecify.annotations.NullMarked;
