package io.tenure.client;

import io.tenure.testkit.TestServer;

/**
 * One server for all test classes that neither stop it nor count what it holds: starting one takes
 * longer than most tests. It ends with the JVM, which deletes its data. Each class uses keys of its
 * own, and closes its clients, which releases what they hold.
 */
public final class SharedServer {
  private static final TestServer SERVER = TestServer.start();

  private SharedServer() {}

  public static TestServer get() {
    return SERVER;
  }
}
