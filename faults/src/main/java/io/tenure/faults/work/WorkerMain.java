package io.tenure.faults.work;

import io.tenure.faults.history.HistoryWriter;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * A process with clients. It runs until its standard input ends, as it does when the process that
 * started it dies, and then stops its clients.
 */
@Command(name = "worker", description = "Runs clients of a service while faults are injected.")
public final class WorkerMain implements Callable<Integer> {
  /** For a worker whose clients failed, or did not end. */
  private static final int NOT_CLEAN = 3;

  @Option(names = "--name", required = true, description = "Unique in the run, without spaces.")
  private String name;

  @Option(names = "--number", required = true, description = "Unique in the run, from 0.")
  private int number;

  @Option(names = "--seed", required = true)
  private long seed;

  @Option(names = "--endpoints", required = true, split = ",", description = "HOST:PORT,…")
  private List<String> endpoints;

  @Option(names = "--history", required = true, description = "The file to write.")
  private Path history;

  @Option(
      names = "--resources",
      required = true,
      description = "The address of the resource server, HOST:PORT.")
  private String resources;

  @Option(names = "--clients", required = true)
  private int clients;

  @Option(names = "--shards", required = true)
  private int shards;

  @Option(names = "--rate", required = true, description = "Operations per second.")
  private int rate;

  public static void main(String[] args) {
    // Threads that did not end must not keep it.
    System.exit(new CommandLine(new WorkerMain()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    HistoryWriter writer = new HistoryWriter(history);
    Worker.Orders orders =
        new Worker.Orders(name, number, seed, endpoints, resources, clients, shards, rate);
    Worker worker = new Worker(orders, writer);
    worker.start();
    System.in.transferTo(OutputStream.nullOutputStream());
    boolean clean = worker.stop();
    writer.close();
    return clean ? 0 : NOT_CLEAN;
  }
}
