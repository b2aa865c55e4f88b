package io.tenure.client.internal.session;

import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.ClientMeters;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.Router;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What all parts of one client share.
 *
 * @param loop the thread that runs everything except users' code
 * @param callbackThreads run users' code
 * @param timeout limit for an answer that does not depend on other holders
 */
public record ClientContext(
    ClientLoop loop,
    Router router,
    CallbackThreads callbackThreads,
    Duration timeout,
    ClientMeters meters) {
  /** Runs users' listeners. */
  public Executor callbacks() {
    return callbackThreads::runListener;
  }

  /** Completes the futures that users were given, and so runs what depends on them. */
  public Executor completions() {
    return callbackThreads::runDependent;
  }

  /** Runs it on the loop after the event, or on the completing thread if the loop has ended. */
  public void whenDone(CompletableFuture<?> event, Runnable then) {
    var unused =
        event.whenComplete(
            (value, thrown) -> {
              if (loop.isThisThread() || !loop.offer(then)) {
                then.run();
              }
            });
  }
}
