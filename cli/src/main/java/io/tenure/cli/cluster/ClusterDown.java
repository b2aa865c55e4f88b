package io.tenure.cli.cluster;

import io.tenure.cli.Version;
import io.tenure.cli.cluster.LocalNode.State;
import io.tenure.cli.terminal.CommandFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Stops the nodes of a cluster on this machine. */
@Command(
    name = "down",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure cluster down [--wipe] [--dir DIR]",
    description = {"Stops all nodes. Keeps their data unless --wipe is given.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  tenure cluster down", "  tenure cluster down --wipe"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all nodes are stopped",
      "1:a node could not be stopped; see standard error",
      "2:bad usage"
    })
final class ClusterDown implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ClusterFolder folder;

  @Option(names = "--wipe", description = "also delete the nodes' data and logs")
  private boolean wipe;

  @Override
  public Integer call() {
    LocalCluster existing = folder.cluster();
    try (ClusterLock lock = ClusterLock.take(existing.folder())) {
      LocalCluster cluster = folder.cluster();
      List<LocalNode> running =
          cluster.nodes().stream().filter(node -> node.state() != State.DOWN).toList();
      ClusterStopper.stop(running);
      PrintWriter out = spec.commandLine().getOut();
      out.println("Stopped " + running.size() + " of " + cluster.file().nodes() + " nodes.");
      if (wipe) {
        wipe(cluster);
        out.println("Deleted " + cluster.folder() + ".");
      } else {
        out.println("The data is kept; start the nodes again with " + folder.command("up") + ".");
      }
      out.flush();
    } catch (IOException e) {
      throw new CommandFailedException("cannot delete " + e.getMessage(), e);
    }
    return ExitCode.OK;
  }

  /**
   * Deletes only the cluster's own files. The file that lists the nodes is deleted last, so that a
   * failed wipe can be repeated.
   */
  private static void wipe(LocalCluster cluster) throws IOException {
    for (LocalNode node : cluster.nodes()) {
      if (Files.exists(node.folder())) {
        Files.walkFileTree(node.folder(), new Deletion());
      }
    }
    Files.deleteIfExists(cluster.folder().resolve(ClusterFile.NAME));
    Files.deleteIfExists(cluster.folder().resolve(ClusterLock.NAME));
    try (Stream<Path> left = Files.list(cluster.folder())) {
      if (left.findAny().isPresent()) {
        return;
      }
    }
    Files.delete(cluster.folder());
  }

  /** Deletes a directory with its content; does not follow links. */
  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
