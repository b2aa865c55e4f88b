package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.ServerFrame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A stream to one certain node, whatever that one says. Used by one thread. */
final class DirectStream implements AutoCloseable {
  private final ServerProcess node;
  private final Line line;
  private final Map<Long, Request> sent = new LinkedHashMap<>();
  private final Map<Long, Reply> answers = new ConcurrentHashMap<>();
  private final Map<Long, Reply> queued = new ConcurrentHashMap<>();
  private volatile boolean ended;

  /** What was asked and what came of it. */
  record Exchange(Request request, Reply reply) {}

  DirectStream(ServerProcess node, boolean followsHints) {
    this.node = node;
    line = new Line(node.address(), followsHints, this::heard, () -> ended = true);
  }

  private void heard(ServerFrame frame) {
    for (Reply reply : frame.getRepliesList()) {
      boolean interim = reply.getAcquire().getResultCase() == AcquireReply.ResultCase.QUEUED;
      (interim ? queued : answers).put(reply.getCorrelation(), reply);
    }
  }

  /** Returns the correlation. */
  long send(Request.Builder request) {
    Request numbered = request.setCorrelation(sent.size() + 1).build();
    sent.put(numbered.getCorrelation(), numbered);
    line.send(numbered);
    return numbered.getCorrelation();
  }

  /** Waits until it is known: false if it was answered at once, or the node is gone. */
  boolean isQueued(long correlation) {
    Await.until(
        "it waits",
        () -> queued.containsKey(correlation) || answers.containsKey(correlation) || ended);
    return queued.containsKey(correlation);
  }

  ServerProcess node() {
    return node;
  }

  Exchange exchange(long correlation) {
    Await.until(
        "there is an answer to " + sent.get(correlation),
        () -> ended || answers.containsKey(correlation));
    assertThat(answers).as("answers on a stream").containsKey(correlation);
    return new Exchange(sent.get(correlation), answers.get(correlation));
  }

  /** Everything that was asked, with its answer. */
  List<Exchange> exchanges() {
    return sent.keySet().stream().map(this::exchange).toList();
  }

  @Override
  public void close() {
    line.close();
  }
}
