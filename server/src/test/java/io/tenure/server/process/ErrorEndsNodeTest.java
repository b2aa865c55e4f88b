package io.tenure.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tenure.protocol.v1.AcquireRequest;
import io.tenure.protocol.v1.AdminGrpc;
import io.tenure.protocol.v1.RevokeHoldRequest;
import io.tenure.protocol.v1.Target;
import io.tenure.protocol.v1.TenureGrpc;
import io.tenure.server.Node;
import io.tenure.server.process.fixture.FailoverClient;
import io.tenure.server.process.fixture.ProcessCluster;
import io.tenure.server.process.fixture.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An error ends the process, not just the thread or the timed task in which it was thrown. */
@Tag("full")
final class ErrorEndsNodeTest {
  /** Needed for the first time when a session expires, on the timer's thread. */
  private static final String EXPIRY = "io/tenure/server/ShardAssembly$Expired.class";

  /** Needed for the first time for the reply to a revocation, in the stage of a future. */
  private static final String REVOKED = "io/tenure/server/api/encode/KeyViewEncoder.class";

  @RegisterExtension final ProcessCluster cluster = new ProcessCluster(1);

  @TempDir Path folder;

  @Test
  void errorInATimedTaskEndsTheProcess() throws Exception {
    ServerProcess node = cluster.nodes().get(0);
    node.classPath(classPathWithout(EXPIRY));
    cluster.start();
    try (FailoverClient client = new FailoverClient(cluster.addresses())) {
      client.openSession(1_000);
    }

    assertEndsFor(node, "ShardAssembly$Expired");
  }

  @Test
  void errorInAFutureOfAnAdminCallEndsTheProcess() throws Exception {
    ServerProcess node = cluster.nodes().get(0);
    node.classPath(classPathWithout(REVOKED));
    cluster.start();
    ManagedChannel channel = NettyChannelBuilder.forTarget(node.address()).usePlaintext().build();
    long token =
        TenureGrpc.newBlockingStub(channel)
            .acquire(
                AcquireRequest.newBuilder()
                    .addTargets(Target.newBuilder().setKey("/revoked"))
                    .setTtlMs(30_000)
                    .build())
            .getGranted()
            .getToken();

    var unused =
        AdminGrpc.newFutureStub(channel)
            .revokeHold(RevokeHoldRequest.newBuilder().setKey("/revoked").setToken(token).build());

    assertEndsFor(node, "KeyViewEncoder");
    channel.shutdownNow();
  }

  private static void assertEndsFor(ServerProcess node, String missing) {
    int code = node.awaitExit();

    assertThat(code).isEqualTo(1);
    assertThat(node.log())
        .contains("this node cannot go on")
        .contains("NoClassDefFoundError")
        .contains(missing)
        .contains("the node stopped: ");
  }

  /** This process's, with a copy of the server's classes that lacks one. */
  private String classPathWithout(String missing) throws IOException, URISyntaxException {
    Path classes = Path.of(Node.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path copy = folder.resolve("classes");
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, copy.resolve(classes.relativize(file).toString()));
      }
    }
    Files.delete(copy.resolve(missing));
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(entry -> Path.of(entry).equals(classes) ? copy.toString() : entry)
        .collect(Collectors.joining(File.pathSeparator));
  }
}
