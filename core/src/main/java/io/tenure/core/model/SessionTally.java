package io.tenure.core.model;

/**
 * How much a session has.
 *
 * @param holds its holds, each counted once whatever its keys
 * @param waiting its requests that wait, likewise; those that stand aside are not counted
 */
public record SessionTally(Session session, int holds, int waiting) {}
