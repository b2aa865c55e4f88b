package io.tenure.server.directory;

import java.util.Locale;

/** How far a data directory has come in belonging to a cluster. */
public enum JoinState {
  /** Its node has not taken part in any election or commit. */
  NEW,
  /** It was among those that founded the cluster: its Raft groups start with all founders. */
  FOUNDER,
  /** It was added later: its Raft groups start empty and get their members from the leader. */
  JOINED;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
