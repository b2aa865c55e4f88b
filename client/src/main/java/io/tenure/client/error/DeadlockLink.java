package io.tenure.client.error;

/**
 * One link of a deadlock: a party waits for a key that another party holds or waits for.
 *
 * @param session the session that waits
 * @param owner the owner of the request that waits
 * @param party the party that waits, within the session
 * @param key the key that it waits for
 * @param blockedBySession the session that blocks it
 * @param blockedByOwner the owner that blocks it, within that session
 * @param blockedByParty the party that blocks it, within that session
 */
public record DeadlockLink(
    String session,
    String owner,
    String party,
    String key,
    String blockedBySession,
    String blockedByOwner,
    String blockedByParty) {}
