package io.tenure.core.model;

/**
 * A client's tie to the service.
 *
 * @param nonce what the client chose when it opened the session
 * @param clientName for people; may be empty
 */
public record Session(SessionId id, long nonce, long ttlMillis, String clientName) {}
