package io.tenure.client.internal.session;

import io.tenure.client.internal.connection.Call;
import io.tenure.client.internal.connection.CallEffect;
import io.tenure.protocol.v1.CloseSessionRequest;
import io.tenure.protocol.v1.Error;
import io.tenure.protocol.v1.Reply;
import io.tenure.protocol.v1.Request;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Closes a session in one shard, at the service. */
final class CloseSessionCall extends Call {
  private final long session;
  private final CompletableFuture<@Nullable Void> closed;

  /**
   * @param closed completed with the answer, whatever it is
   */
  CloseSessionCall(SessionPart part, CompletableFuture<@Nullable Void> closed) {
    super(part.shard(), Lane.GIVE_BACK, CallEffect.CHANGES);
    this.session = part.id();
    this.closed = closed;
  }

  @Override
  protected void writeTo(Request.Builder request) {
    request.setCloseSession(CloseSessionRequest.newBuilder().setSession(session));
  }

  @Override
  protected boolean onReply(Reply reply) {
    closed.complete(null);
    return true;
  }

  /** Most likely the session has expired. */
  @Override
  protected void onFailure(Error error) {
    closed.complete(null);
  }
}
