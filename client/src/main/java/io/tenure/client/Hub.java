package io.tenure.client;

import io.tenure.client.connection.Loop;
import io.tenure.client.connection.Router;
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
record Hub(Loop loop, Router router, UserThreads users, Duration timeout, ClientMeters meters) {
  /** Where users' listeners run; one that hangs must not keep another waiting. */
  Executor callbacks() {
    return users::listen;
  }

  /** Where what depends on users' futures runs. */
  Executor completions() {
    return users::depend;
  }

  /** Does something on the loop when that is over, or, if the client has ended by then, there. */
  void after(CompletableFuture<?> event, Runnable then) {
    var unused =
        event.whenComplete(
            (value, thrown) -> {
              if (loop.isThisThread() || !loop.offer(then)) {
                then.run();
              }
            });
  }
}
