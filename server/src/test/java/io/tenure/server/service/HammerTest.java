package io.tenure.server.service;

import io.tenure.protocol.v1.TransferLeadershipRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HammerTest {
  @TempDir Path folder;

  @Test
  void hammer() throws Exception {
    try (TestCluster cluster = TestCluster.three(folder)) {
      LockWorker.Board board = new LockWorker.Board();
      List<String> keys = List.of("/work/a", "/work/b", "/work/c");
      ExecutorService threads = Executors.newCachedThreadPool();
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        workers.add(threads.submit(new LockWorker(board, cluster, keys, 100 + i)));
      }
      long end = System.nanoTime() + 75_000_000_000L;
      int round = 0;
      int failed = 0;
      while (System.nanoTime() < end) {
        int goal = board.turns() + 40;
        Await.until(
            "turns", () -> board.turns() >= goal || workers.stream().anyMatch(Future::isDone));
        for (Future<?> w : workers) {
          if (w.isDone()) {
            w.get();
          }
        }
        round++;
        if (round % 4 == 0) {
          TestNode l = cluster.leader();
          l.stop();
          cluster.leader();
          cluster.start(l);
        } else {
          try {
            cluster
                .follower()
                .admin()
                .transferLeadership(
                    TransferLeadershipRequest.newBuilder()
                        .setNode(cluster.follower().id())
                        .build());
          } catch (io.grpc.StatusRuntimeException e) {
            failed++;
            System.err.println("TR " + e);
          }
        }
      }
      board.end();
      for (Future<?> w : workers) {
        w.get();
      }
      System.err.println(
          "ROUNDS "
              + round
              + " failed "
              + failed
              + " TURNS "
              + board.turns()
              + " "
              + cluster.leader().status(0));
      threads.shutdown();
    }
  }
}
