package io.tenure.client.internal.session;

import io.tenure.client.Loss;
import io.tenure.protocol.v1.Error;

/**
 * Waits until a session is open and its owner may send a request. Called on the loop. {@link
 * #onOpen} may be called more than once.
 */
interface SessionWaiter {
  void onOpen(SessionPart part);

  /** The service refused to open the session, or did not answer. */
  void onOpenFailed(Error error);

  void onSessionEnd(Loss loss);
}
