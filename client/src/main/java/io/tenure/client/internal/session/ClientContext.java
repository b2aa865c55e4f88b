package io.tenure.client.internal.session;

import io.tenure.client.internal.callback.CallbackThreads;
import io.tenure.client.internal.callback.ClientMeters;
import io.tenure.client.internal.connection.ClientLoop;
import io.tenure.client.internal.connection.Router;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * What every part of a client uses.
 *
 * @param loop the thread that everything but users' code runs on
 * @param users where users' code runs
 * @param timeout how long an answer may take that does not wait for other holders
 */
public record ClientContext(
    ClientLoop loop, Router router, CallbackThreads users, Duration timeout, ClientMeters meters) {
  /** Where users' listeners run; one that hangs must not keep another waiting. */
  public Executor callbacks() {
    return users::listen;
  }

  /** Where what depends on users' futures runs. */
  public Executor completions() {
    return users::depend;
  }

  /** Does something on the loop when that is over, or, if the client has ended by then, there. */
  public void after(CompletableFuture<?> event, Runnable then) {
    var unused =
        event.whenComplete(
            (value, thrown) -> {
              if (loop.isThisThread() || !loop.offer(then)) {
                then.run();
              }
            });
  }
}
