package io.tenure.server.api.stream;

/** Hears on its loop what other threads have left for it in a {@link Mailbox}. */
public interface MailboxReceiver {
  void hear(Object heard);
}
