package io.tenure.raft.kraft.world;

import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.raft.ReplicaKey;

/** What one node sends to another. */
sealed interface Wire {
  /** The engine asks. */
  record Request(int correlation, ApiMessage data) implements Wire {}

  /** The engine answers. */
  record Response(int correlation, ApiMessage data) implements Wire {}

  /** A leader asks which term the other node is in, to confirm that it leads. */
  record TermQuestion(int read) implements Wire {}

  /** The answer to that. */
  record TermAnswer(int read, ReplicaKey by, int term) implements Wire {}

  /** A number for what it is. */
  default int kind() {
    if (this instanceof Request request) {
      return request.data().apiKey();
    }
    if (this instanceof Response response) {
      return RESPONSES + response.data().apiKey();
    }
    return this instanceof TermQuestion ? -1 : -2;
  }

  int RESPONSES = 1_000;
}
