package io.tenure.client.view;

/**
 * Somebody who holds a key.
 *
 * @param owner who inside the session
 */
public record Holder(String session, String owner, String key, long token) {}
