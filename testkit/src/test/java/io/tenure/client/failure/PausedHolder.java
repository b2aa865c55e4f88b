package io.tenure.client.failure;

import io.tenure.client.Hold;
import io.tenure.client.Tenure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A process that holds a key and writes with its token for as long as it believes that it holds.
 * Tells its story on standard output, a line for each thing.
 */
final class PausedHolder {
  private PausedHolder() {}

  /** Arguments: the server and the key. Started by {@link PausedClientTest}. */
  public static void main(String[] args) throws InterruptedException {
    Tenure tenure =
        Tenure.builder().endpoints(args[0]).ttl(Duration.ofSeconds(3)).name("paused").connect();
    Hold hold = tenure.lock(args[1]).acquire();
    CountDownLatch told = new CountDownLatch(1);
    hold.onLost(
        loss -> {
          say("lost " + loss);
          told.countDown();
        });
    say("holds " + hold.token());
    while (hold.isValid()) {
      say("writes " + hold.token());
      TimeUnit.MILLISECONDS.sleep(20);
    }
    say("stops " + hold.token());
    told.await(); // Who releases first is not told.
    hold.release();
    tenure.close();
  }

  private static void say(String line) {
    synchronized (System.out) {
      System.out.println(line);
      System.out.flush();
    }
  }
}
