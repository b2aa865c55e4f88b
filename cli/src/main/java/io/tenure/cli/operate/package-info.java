/**
 * {@code tenure member}, {@code revoke}, {@code transfer-leader} and {@code raise-revision}: what
 * operators change.
 *
 * <p>In: nodes, keys, tokens. Out: what was changed, as text or JSON.
 *
 * <p>Threads: the main thread.
 *
 * <p>May depend on: {@code client.admin} and {@code cli.terminal}.
 */
@NullMarked
package io.tenure.cli.operate;

import org.jspecify.annotations.NullMarked;
