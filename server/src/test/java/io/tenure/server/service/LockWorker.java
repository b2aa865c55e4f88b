package io.tenure.server.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.protocol.v1.AcquireReply;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import io.tenure.protocol.v1.Retry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Acquires and releases keys as long as it is let, and goes to another node whenever the one it
 * talks to fails it. Checks what a client relies on: nobody else is inside, tokens grow, and what
 * it holds is there to be released.
 */
final class LockWorker implements Runnable {
  /** What all workers share: who is inside at each key, and the last token seen there. */
  static final class Board {
    private final Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> tokens = new ConcurrentHashMap<>();
    private final AtomicInteger turns = new AtomicInteger();
    private volatile boolean over;

    int turns() {
      return turns.get();
    }

    void end() {
      over = true;
    }

    private void enter(String key, long token) {
      assertThat(inside.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet())
          .as("inside %s", key)
          .isEqualTo(1);
      assertThat(tokens.computeIfAbsent(key, k -> new AtomicLong()).getAndSet(token))
          .as("the token before %d of %s", token, key)
          .isLessThan(token);
    }

    private void leave(String key) {
      inside.computeIfAbsent(key, k -> new AtomicInteger()).decrementAndGet();
      turns.incrementAndGet();
    }
  }

  private final Board board;
  private final List<String> addresses;
  private final List<String> keys;
  private final long nonce;
  private TestClient client;
  private int node;
  private long session;
  private long number;

  LockWorker(Board board, TestCluster cluster, List<String> keys, long nonce) {
    this.board = board;
    this.addresses = cluster.nodes().stream().map(TestNode::address).toList();
    this.keys = keys;
    this.nonce = nonce;
    this.node = (int) nonce % addresses.size();
    this.client = connect();
  }

  private TestClient connect() {
    return TestClient.at(addresses.get(node));
  }

  @Override
  public void run() {
    try {
      session =
          insist(Request.newBuilder().setOpenSession(Ask.session(60_000).setNonce(nonce)))
              .getOpenSession()
              .getSession();
      for (int turn = 0; !board.over; turn++) {
        takeTurn(keys.get((int) (turn + nonce) % keys.size()));
      }
    } finally {
      client.close();
    }
  }

  private void takeTurn(String key) {
    AcquireRequest.Builder wish =
        Ask.lock(session, ++number, key).setAcknowledged(number - 1).setWaitMs(Ask.FOR_EVER);
    AcquireReply reply = insist(Ask.acquire(wish)).getAcquire();
    assertThat(reply.hasGranted()).as("granted: %s", reply).isTrue();
    long token = reply.getGranted().getToken();
    board.enter(key, token);
    board.leave(key);
    Reply released = insist(Ask.release(session, ++number, token));
    assertThat(released.getRelease().hasReleased()).as("released: %s", released).isTrue();
  }

  /** Sends the same request until it is answered, here or elsewhere. */
  private Reply insist(Request.Builder request) {
    while (true) {
      Reply reply;
      try {
        reply = answer(request);
      } catch (TestClient.StreamEnded ended) {
        goOn();
        continue;
      }
      if (!reply.hasError()) {
        return reply;
      }
      assertThat(reply.getError().getRetry())
          .as("worth another try: %s", reply)
          .isNotEqualTo(Retry.RETRY_NEVER);
      goOn();
    }
  }

  private Reply answer(Request.Builder request) {
    long correlation = client.send(request);
    Reply reply = client.reply(correlation);
    return reply.getAcquire().hasQueued() ? client.reply(correlation) : reply;
  }

  private void goOn() {
    client.close();
    node = (node + 1) % addresses.size();
    client = connect();
  }
}
