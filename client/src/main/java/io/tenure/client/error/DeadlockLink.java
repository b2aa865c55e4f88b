package io.tenure.client.error;

/**
 * One link of a deadlock: a party waits for the key, which the other party holds or waits for.
 *
 * @param owner the owner of the request that waits
 * @param party who waits, inside the session
 */
public record DeadlockLink(
    String session,
    String owner,
    String party,
    String key,
    String blockedBySession,
    String blockedByOwner,
    String blockedByParty) {}
