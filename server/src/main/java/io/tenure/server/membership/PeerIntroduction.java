package io.tenure.server.membership;

import io.tenure.server.directory.IntroductionReply;
import java.util.concurrent.CompletableFuture;

/** How a node makes itself known to another one. */
public interface PeerIntroduction {
  /**
   * Asks once. The future must end within seconds, in a failure if nobody answers; whoever asks
   * will ask again.
   */
  CompletableFuture<IntroductionReply> introduce(String address, String node, long incarnation);
}
