package io.tenure.cli;

import io.tenure.client.ClusterAdmin;
import io.tenure.client.Member;
import io.tenure.client.NodeStatus;
import io.tenure.client.ShardStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the members of a cluster, wherever they are. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure status [--server HOST:PORT,...]",
    description = {
      "Asks a node for the members of its cluster, and each of them how it is: role, term, how far"
          + " its log is committed and applied, and what it is busy with.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  tenure status", "  tenure status --server 10.0.0.1:7400,10.0.0.2:7400"},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every shard has a leader",
      "1:some has none, or nobody answers",
      "2:bad usage"
    })
final class Status implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Override
  public Integer call() {
    try (ClusterAdmin admin = server.admin()) {
      List<Member> members = admin.status().members();
      Map<String, Optional<NodeStatus>> answers =
          admin.statusOf(members.stream().map(Member::address).toList());
      table(members, answers).print(spec.commandLine().getOut());
      return tellLeaderless(Statuses.leaderless(Statuses.answered(answers).values()));
    }
  }

  private static Table table(List<Member> members, Map<String, Optional<NodeStatus>> answers) {
    Table table =
        new Table(
            "NODE",
            "ADDRESS",
            "SHARD",
            "ROLE",
            "TERM",
            "COMMITTED",
            "APPLIED",
            "REVISION",
            "SESSIONS",
            "HOLDS",
            "WAITING");
    for (Member member : members) {
      Optional<NodeStatus> status = answers.getOrDefault(member.address(), Optional.empty());
      if (status.isEmpty()) {
        table.add(
            member.node(), member.address(), "-", "no answer", "-", "-", "-", "-", "-", "-", "-");
      } else {
        status.get().shards().forEach(shard -> add(table, member, shard));
      }
    }
    return table;
  }

  private static void add(Table table, Member member, ShardStatus shard) {
    table.add(
        member.node(),
        member.address(),
        shard.name(),
        Texts.words(shard.role()),
        shard.term(),
        Texts.number(shard.committedIndex()),
        Texts.number(shard.appliedIndex()),
        shard.revision(),
        shard.counts().sessions(),
        shard.counts().holds(),
        shard.counts().waiting());
  }

  private int tellLeaderless(List<String> shards) {
    if (shards.isEmpty()) {
      return ExitCode.OK;
    }
    spec.commandLine().getErr().println("tenure: no leader for shard " + String.join(", ", shards));
    return ExitCode.SOFTWARE;
  }
}
