/**
 * For the side that a lock protects: keeps the highest fencing token it has seen and refuses a
 * smaller one. {@link io.tenure.fencing.FencingGuard} is for resources in this process, {@link
 * io.tenure.fencing.JdbcFencingGuard} for rows in a database.
 *
 * <p>In: a token with each write. Out: accepted or refused.
 *
 * <p>Threads: the thread of the caller.
 *
 * <p>May depend on: the JDK only, and no other part of Tenure: a token is a number.
 */
@NullMarked
package io.tenure.fencing;

import org.jspecify.annotations.NullMarked;
