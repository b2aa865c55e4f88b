package io.tenure.client;

/**
 * One link of a deadlock: the owner waits for the key, which the other one holds or waits for.
 *
 * @param owner who inside the session
 */
public record Wait(
    String session, String owner, String key, String blockedBySession, String blockedByOwner) {}
