package io.tenure.examples;

import io.tenure.client.Leadership;
import io.tenure.client.Tenure;
import io.tenure.client.error.Reason;
import io.tenure.client.error.TenureException;

/**
 * A worker of which many run and one works. The others wait in line and take over when it stops,
 * crashes, or is cut off. Ctrl-C resigns.
 */
public final class LeaderOnlyWorker {
  private LeaderOnlyWorker() {}

  /** Start several, then stop the one that works. */
  public static void main(String[] endpoints) throws InterruptedException {
    String name = "worker-" + ProcessHandle.current().pid();
    Tenure tenure = Tenure.builder().endpoints(endpoints).name(name).connect();
    Runtime.getRuntime().addShutdownHook(new Thread(tenure::close));
    System.out.println(name + " stands for election");
    boolean running = true;
    while (running) {
      try {
        tenure.election("/elections/worker").value(name).run(LeaderOnlyWorker::work);
      } catch (TenureException e) {
        running = e.reason() != Reason.SHUTTING_DOWN; // Else it was cut off, and stands again.
      }
    }
  }

  /** Returns when it is not the leader any more: then the next election begins. */
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
        throw e; // Somebody else wants this thread to end.
      }
      System.out.println("demoted");
    }
  }
}
