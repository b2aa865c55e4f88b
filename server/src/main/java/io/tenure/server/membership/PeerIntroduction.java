package io.tenure.server.membership;

import io.tenure.server.directory.Introduction;
import java.util.concurrent.CompletableFuture;

/** How a node makes itself known to another one. */
public interface PeerIntroduction {
  /**
   * Asks once. The future must end within seconds, in a failure if nobody answers; whoever asks
   * will ask again.
   */
  CompletableFuture<Introduction> introduce(String address, String node, long incarnation);
}
