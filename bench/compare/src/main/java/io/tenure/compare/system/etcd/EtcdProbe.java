package io.tenure.compare.system.etcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.tenure.compare.system.server.ClusterProbe;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the nodes of etcd through its maintenance API. */
final class EtcdProbe implements ClusterProbe {
  private static final long LIMIT_SECONDS = 2;
  private static final ByteSequence ANY_KEY = ByteSequence.from("any-key", StandardCharsets.UTF_8);

  private final List<String> urls;

  EtcdProbe(List<String> urls) {
    this.urls = urls;
  }

  /** Reads are linearizable: a node answers only when it has caught up with the leader. */
  @Override
  public boolean isComplete() throws InterruptedException {
    for (String url : urls) {
      try (Client client = Client.builder().endpoints(url).build()) {
        client.getKVClient().get(ANY_KEY).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        return false;
      }
    }
    return true;
  }

  @Override
  public OptionalInt leader() throws InterruptedException {
    try (Client client = Client.builder().endpoints(urls.toArray(new String[0])).build()) {
      List<CompletableFuture<StatusResponse>> statuses =
          urls.stream().map(client.getMaintenanceClient()::statusMember).toList();
      for (int node = 0; node < urls.size(); node++) {
        if (leads(statuses.get(node))) {
          return OptionalInt.of(node);
        }
      }
      return OptionalInt.empty();
    }
  }

  private static boolean leads(CompletableFuture<StatusResponse> asked)
      throws InterruptedException {
    try {
      StatusResponse status = asked.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      return status.getLeader() == status.getHeader().getMemberId();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }
}
