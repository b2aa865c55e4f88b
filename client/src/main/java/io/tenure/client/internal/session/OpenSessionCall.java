package io.tenure.client.internal.session;

import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.OpenSessionRequest;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.time.Duration;

/**
 * Opens a session in one shard. May be executed twice: the service opens one session for each
 * nonce.
 */
final class OpenSessionCall extends Call {
  private final SessionPart part;
  private final Duration ttl;
  private final String clientName;
  private final long nonce;

  OpenSessionCall(SessionPart part, Duration ttl, String clientName, long nonce) {
    super(part.shard(), Lane.ASK, CallEffect.READS);
    this.part = part;
    this.ttl = ttl;
    this.clientName = clientName;
    this.nonce = nonce;
  }

  @Override
  protected void writeTo(Request.Builder request) {
    request.setOpenSession(
        OpenSessionRequest.newBuilder()
            .setTtlMs(ttl.toMillis())
            .setClientName(clientName)
            .setNonce(nonce)
            .setShard(part.shard()));
  }

  @Override
  protected boolean onReply(Reply reply) {
    part.onOpened(reply.getOpenSession(), firstSentNanos());
    return true;
  }

  @Override
  protected void onFailure(Error error) {
    part.onOpenFailed(error);
  }
}
