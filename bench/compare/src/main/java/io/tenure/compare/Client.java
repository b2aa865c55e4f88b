package io.tenure.compare;

import io.tenure.compare.driver.Reply;
import io.tenure.compare.driver.Request;
import io.tenure.compare.system.LockSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Where the workers are that use a system. */
interface Client extends AutoCloseable {
  /** Makes one. */
  interface Factory {
    /**
     * Makes one that uses a system.
     *
     * @param log for what it, or a library that it uses, has to say
     */
    Client start(LockSystem system, List<String> endpoints, Path log) throws IOException;
  }

  /**
   * Lets it do something and waits for the answer.
   *
   * @throws IOException if it is gone, or has no answer within the limit
   */
  Reply ask(Request request, Duration limit) throws IOException, InterruptedException;

  @Override
  void close();
}
