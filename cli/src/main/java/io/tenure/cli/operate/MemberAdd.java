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
      "Adds a node to the cluster. It must be running already, started with an id of its own, an"
          + " empty data directory, and --peers that name the cluster's nodes and itself.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure server --data d4 --id n4 --peers n2=10.0.0.2:7400,n3=10.0.0.3:7400,n4=10.0.0.4:7400",
      "  tenure member add n4=10.0.0.4:7400 --endpoints 10.0.0.2:7400"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it is a member",
      "1:failed; standard error says why",
      "2:bad usage",
      "69:the service cannot be reached; nothing was done",
      "74:no answer came: it is not known whether it was done"
    })
final class MemberAdd implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;

  @Parameters(
      paramLabel = "ID=HOST:PORT[/RAFTPORT]",
      converter = MemberConverter.class,
      description = "the node, and where clients and, on RAFTPORT (PORT + 1), other nodes reach it")
  private Member member;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = endpoints.admin()) {
      MemberCommands.print(spec.commandLine().getOut(), output, admin.addMember(member));
    }
    return ExitCode.OK;
  }

  /** As in the setting {@code peers}. */
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
