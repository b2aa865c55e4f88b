/**
 * For the side that a lock protects: it keeps the highest fencing token it has seen, and refuses a
 * smaller one. {@link io.tenure.fencing.FencingGuard} is for what lives in this process, {@link
 * io.tenure.fencing.JdbcFencingGuard} for rows in a database.
 *
 * <p>Depends on the JDK only, and on no other part of Tenure: a token is a number, and whoever
 * checks it need not know the lock service.
 *
 * <p>Threads: there are none here; everything runs on the caller's.
 */
@NullMarked
package io.tenure.fencing;

import org.jspecify.annotations.NullMarked;
