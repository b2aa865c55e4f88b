package io.tenure.core.random;

/** A check that failed, with what was seen. */
record Finding(Check check, String expected, String actual) {}
