package io.tenure.examples;

import io.tenure.client.Leadership;
import io.tenure.client.Tenure;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;

/**
 * Many instances of a worker run, and one of them works: the leader. The others wait, and one takes
 * over when the leader stops, crashes, or loses its connection. Ctrl-C resigns.
 */
public final class LeaderOnlyWorker {
  private LeaderOnlyWorker() {}

  /** Start several, then stop the leader. */
  public static void main(String[] endpoints) throws InterruptedException {
    String name = "worker-" + ProcessHandle.current().pid();
    Tenure tenure = Tenure.builder().endpoints(endpoints).name(name).connect();
    Runtime.getRuntime().addShutdownHook(new Thread(tenure::close));
    System.out.println(name + " campaigns");
    boolean running = true;
    while (running) {
      try {
        tenure.election("/elections/worker").value(name).run(LeaderOnlyWorker::work);
      } catch (TenureException e) {
        running = e.reason() != Reason.SHUTTING_DOWN; // Otherwise campaign again.
      }
    }
  }

  /** Returns when it is not the leader any more; the next campaign follows. */
  static void work(Leadership leadership) throws InterruptedException {
    System.out.println("elected, token " + leadership.token());
    try {
      for (int step = 1; leadership.isValid(); step++) {
        leadership.proclaim("step " + step);
        System.out.println("step " + step);
        Thread.sleep(1_000);
      }
    } catch (InterruptedException e) {
      if (leadership.isValid()) {
        throw e; // The interrupt has another cause.
      }
      System.out.println("demoted");
    }
  }
}
