package io.tenure.simulation.peer;

/** What a client puts under a key: a number nobody else has, and for how long. */
record LeaseValue(long value, long ttl) {}
