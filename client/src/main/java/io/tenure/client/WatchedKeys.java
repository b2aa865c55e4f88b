package io.tenure.client;

/** A key, and whether everything below it is meant, too. */
public record WatchedKeys(String key, Scope scope) {}
