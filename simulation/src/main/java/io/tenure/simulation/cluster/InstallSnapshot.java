package io.tenure.simulation.cluster;

/** A leader's snapshot for a follower that needs entries which are no longer in the log. */
record InstallSnapshot(Server leader, long term, StoredSnapshot snapshot, long round) {}
