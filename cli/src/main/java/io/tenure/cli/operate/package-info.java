/**
 * {@code tenure member}, {@code revoke}, {@code transfer-leader} and {@code raise-revision}: what
 * operators change.
 */
@NullMarked
package io.tenure.cli.operate;

import org.jspecify.annotations.NullMarked;
