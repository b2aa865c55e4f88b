package io.tenure.raft.kraft.world;

import org.apache.kafka.common.message.BeginQuorumEpochRequestData;
import org.apache.kafka.common.message.EndQuorumEpochRequestData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.VoteRequestData;
import org.apache.kafka.common.message.VoteResponseData;
import org.apache.kafka.common.protocol.ApiMessage;

/** One line about a message, for the trace of a world. */
final class Description {
  private static final int MOST = 200;

  private Description() {}

  static String of(Wire wire) {
    if (wire instanceof Wire.Request request) {
      return "asks " + of(request.data());
    }
    if (wire instanceof Wire.Response response) {
      return "answers " + of(response.data());
    }
    return wire.toString();
  }

  private static String of(ApiMessage data) {
    if (data instanceof VoteRequestData vote) {
      VoteRequestData.PartitionData part = vote.topics().get(0).partitions().get(0);
      return "%s in term %d, log %d of term %d"
          .formatted(
              part.preVote() ? "pre-vote" : "vote",
              part.replicaEpoch(),
              part.lastOffset(),
              part.lastOffsetEpoch());
    }
    if (data instanceof VoteResponseData vote && !vote.topics().isEmpty()) {
      VoteResponseData.PartitionData part = vote.topics().get(0).partitions().get(0);
      return "vote %s, error %d, term %d, leader %d"
          .formatted(
              part.voteGranted() ? "granted" : "denied",
              part.errorCode(),
              part.leaderEpoch(),
              part.leaderId());
    }
    if (data instanceof FetchRequestData fetch) {
      FetchRequestData.FetchPartition part = fetch.topics().get(0).partitions().get(0);
      return "fetch in term %d at %d of term %d"
          .formatted(part.currentLeaderEpoch(), part.fetchOffset(), part.lastFetchedEpoch());
    }
    if (data instanceof FetchResponseData fetch && !fetch.responses().isEmpty()) {
      FetchResponseData.PartitionData part = fetch.responses().get(0).partitions().get(0);
      return "fetch error %d, leader %d of term %d, watermark %d, %d bytes, diverges at %d of term %d"
          .formatted(
              part.errorCode(),
              part.currentLeader().leaderId(),
              part.currentLeader().leaderEpoch(),
              part.highWatermark(),
              part.records() == null ? 0 : part.records().sizeInBytes(),
              part.divergingEpoch().endOffset(),
              part.divergingEpoch().epoch());
    }
    if (data instanceof BeginQuorumEpochRequestData begin) {
      return "begin of term " + begin.topics().get(0).partitions().get(0).leaderEpoch();
    }
    if (data instanceof EndQuorumEpochRequestData end) {
      return "end of term " + end.topics().get(0).partitions().get(0).leaderEpoch();
    }
    String text = data.toString();
    return text.substring(0, Math.min(MOST, text.length()));
  }
}
