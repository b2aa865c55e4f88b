package io.tenure.core.random.check;

/** A check that failed, with what was seen. */
public record Finding(Check check, String expected, String actual) {}
