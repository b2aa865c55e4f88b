package io.tenure.client.view;

/**
 * A holder of a key.
 *
 * @param session the session that holds
 * @param owner the owner, within the session
 * @param key the key that is held
 * @param token the fencing token of the hold
 */
public record Holder(String session, String owner, String key, long token) {}
