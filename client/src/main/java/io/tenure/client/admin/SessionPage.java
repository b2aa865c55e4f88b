package io.tenure.client.admin;

import java.util.List;

/**
 * A page of sessions, by shard and age.
 *
 * @param sessions the sessions
 * @param nextPageToken the argument for the next page; empty on the last page
 */
public record SessionPage(List<SessionView> sessions, String nextPageToken) {
  public SessionPage {
    sessions = List.copyOf(sessions);
  }
}
