package io.tenure.server.grpc;

/** Hears on its loop what other threads have left for it in a {@link Mailbox}. */
interface Hearer {
  void hear(Object heard);
}
