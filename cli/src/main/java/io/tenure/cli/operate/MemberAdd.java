package io.tenure.cli.operate;

import io.tenure.cli.Version;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.Member;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Adds a node to a cluster. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis =
        "tenure member add ID=HOST:PORT[/RAFTPORT] [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Adds a node to the cluster. The node must already be running. Start it with an"
          + " unused id, an empty data directory, and --peers that lists the cluster's nodes"
          + " and the node itself.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure server --data d4 --id n4 --peers"
          + " n2=10.0.0.2:7400,n3=10.0.0.3:7400,n4=10.0.0.4:7400",
      "  tenure member add n4=10.0.0.4:7400 --endpoints 10.0.0.2:7400"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the node is a member",
      "1:failed; see standard error",
      "2:bad usage",
      "69:the service is unavailable; nothing was changed",
      "74:no answer received; the operation may or may not have been executed"
    })
final class MemberAdd implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "ID=HOST:PORT[/RAFTPORT]",
      converter = MemberConverter.class,
      description =
          "the node's id, its address for clients, and its port for other nodes (default:"
              + " PORT + 1)")
  private Member member;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      MemberCommands.print(spec.commandLine().getOut(), output, admin.addMember(member));
    }
    return ExitCode.OK;
  }

  /** Parses one entry of the setting {@code peers}. */
  static final class MemberConverter implements ITypeConverter<Member> {
    private static final int MAX_PORT = 65_535;
    private static final Pattern FORM =
        Pattern.compile("([A-Za-z0-9._-]{1,64})=(.+):(\\d{1,5})(?:/(\\d{1,5}))?");

    @Override
    public Member convert(String text) {
      Matcher matcher = FORM.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "member: \"" + text + "\" (expected: ID=HOST:PORT[/RAFTPORT])");
      }
      String host = matcher.group(2);
      int port = Integer.parseInt(matcher.group(3));
      int raftPort = matcher.group(4) == null ? port + 1 : Integer.parseInt(matcher.group(4));
      requirePort("port", port);
      requirePort("raft port", raftPort);
      return new Member(matcher.group(1), host + ":" + port, host + ":" + raftPort);
    }

    private static void requirePort(String what, int port) {
      if (port < 1 || port > MAX_PORT) {
        throw new TypeConversionException(what + ": " + port + " (expected: 1 to 65535)");
      }
    }
  }
}
