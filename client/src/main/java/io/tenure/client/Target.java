package io.tenure.client;

/**
 * A key, and how it is held or wanted.
 *
 * @param limit how many permits the semaphore has; 0 for the other modes
 */
public record Target(String key, Mode mode, Scope scope, int limit) {}
