package io.tenure.raft.kraft.guard;

import java.net.InetSocketAddress;
import org.apache.kafka.common.message.EndQuorumEpochRequestData;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiMessage;

/**
 * Guards the engine against a leader whose address it does not know.
 *
 * <p>A leader that resigns does not say where it is. A node that has not learned the voters yet
 * (new, or its data was lost) cannot look it up, and the engine stops.
 */
public final class SenderAddress {
  private SenderAddress() {}

  /** Completes the request of a resigning leader with the address that it came from. */
  public static void addTo(ApiMessage request, ListenerName listener, InetSocketAddress sender) {
    if (request instanceof EndQuorumEpochRequestData end && end.leaderEndpoints().isEmpty()) {
      EndQuorumEpochRequestData.LeaderEndpointCollection endpoints =
          new EndQuorumEpochRequestData.LeaderEndpointCollection();
      endpoints.add(
          new EndQuorumEpochRequestData.LeaderEndpoint()
              .setName(listener.value())
              .setHost(sender.getHostString())
              .setPort(sender.getPort()));
      end.setLeaderEndpoints(endpoints);
    }
  }
}
