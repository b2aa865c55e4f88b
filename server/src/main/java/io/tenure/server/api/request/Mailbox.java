package io.tenure.server.api.request;

import io.tenure.server.apply.Outbox;
import java.util.function.BiConsumer;

/** Takes messages of other threads to the loop of a connection, which alone handles them. */
public interface Mailbox extends Outbox {
  /**
   * From any thread: after the next {@link #flush}, the loop calls {@code method} of {@code
   * receiver} with the message.
   *
   * @param method one that captures nothing, like {@code Call::onOutcome}, so that posting
   *     allocates nothing
   */
  <R, M> void post(R receiver, BiConsumer<? super R, ? super M> method, M message);
}
