package io.tenure.client.admin;

import java.util.List;

/**
 * Some of the sessions, by shard and age.
 *
 * @param nextPageToken asks for the next page; empty on the last one
 */
public record SessionPage(List<SessionView> sessions, String nextPageToken) {
  public SessionPage {
    sessions = List.copyOf(sessions);
  }
}
