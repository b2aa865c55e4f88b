package io.tenure.cli.inspect;

import io.tenure.cli.Version;
import io.tenure.cli.cluster.ClusterHealth;
import io.tenure.cli.terminal.EndpointsOption;
import io.tenure.cli.terminal.ErrorOutput;
import io.tenure.cli.terminal.Formats;
import io.tenure.cli.terminal.Json;
import io.tenure.cli.terminal.OutputOption;
import io.tenure.cli.terminal.Table;
import io.tenure.client.admin.ClusterAdmin;
import io.tenure.client.admin.Member;
import io.tenure.client.admin.NodeStatus;
import io.tenure.client.admin.ShardStatus;
import io.tenure.client.error.Reason;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the members of a cluster and the state of their shards. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    customSynopsis = "tenure status [-o text|json] [--endpoints HOST:PORT,...]",
    description = {
      "Shows the members of a cluster and the leader of each shard.",
      "",
      "Reads the list of members from one node, then the status of each member: its"
          + " version and, for each shard, its role, Raft term, applied index, lag behind the"
          + " commit index, and the numbers of sessions, holds and waiting requests. With -o"
          + " json, prints one member per line.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tenure status",
      "  tenure status --endpoints 10.0.0.1:7400,10.0.0.2:7400",
      "  tenure status -o json | jq -r 'select(.answers | not) | .node'"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every shard has a leader",
      "1:at least one shard has no leader",
      "2:bad usage",
      "69:no member is reachable"
    })
public final class Status implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private EndpointsOption endpoints;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ClusterAdmin admin = endpoints.admin()) {
      List<Member> members = admin.status().members();
      Map<String, Optional<NodeStatus>> asked =
          admin.statusOf(members.stream().map(Member::address).toList());
      Map<String, NodeStatus> answers = ClusterHealth.answered(asked);
      if (output.isJson()) {
        members.forEach(member -> out.println(Json.write(json(member, answers))));
        out.flush();
      } else {
        table(members, answers).print(out);
      }
      return reportLeaderless(ClusterHealth.leaderless(answers.values()));
    }
  }

  private static Map<String, Object> json(Member member, Map<String, NodeStatus> answers) {
    Map<String, Object> object = Json.of(member);
    NodeStatus status = answers.get(member.address());
    object.put("answers", status != null);
    if (status != null) {
      object.put("version", status.version());
      object.put(
          "shards", status.shards().stream().map(shard -> json(shard, answers.values())).toList());
    }
    return object;
  }

  private static Map<String, Object> json(ShardStatus shard, Collection<NodeStatus> all) {
    return Json.object(
        "shard", shard.name(),
        "leader", shard.leader(),
        "role", shard.role(),
        "term", shard.term(),
        "committed_index", shard.committedIndex(),
        "applied_index", shard.appliedIndex(),
        "lag", ClusterHealth.lag(shard, all),
        "revision", shard.revision(),
        "sessions", shard.counts().sessions(),
        "holds", shard.counts().holds(),
        "waiting", shard.counts().waiting());
  }

  private static Table table(List<Member> members, Map<String, NodeStatus> answers) {
    Table table =
        new Table(
            "NODE",
            "ADDRESS",
            "VERSION",
            "SHARD",
            "ROLE",
            "TERM",
            "APPLIED",
            "LAG",
            "REVISION",
            "SESSIONS",
            "HOLDS",
            "WAITING");
    for (Member member : members) {
      NodeStatus status = answers.get(member.address());
      if (status == null) {
        table.add(
            member.node(),
            member.address(),
            "-",
            "-",
            "no answer",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-",
            "-");
      } else {
        for (ShardStatus shard : status.shards()) {
          table.add(
              cells(member, status.version(), shard, ClusterHealth.lag(shard, answers.values())));
        }
      }
    }
    return table;
  }

  private static Object[] cells(Member member, String version, ShardStatus shard, long lag) {
    return new Object[] {
      member.node(),
      member.address(),
      version,
      shard.name(),
      Formats.words(shard.role()),
      shard.term(),
      Formats.number(shard.appliedIndex()),
      lag,
      shard.revision(),
      shard.counts().sessions(),
      shard.counts().holds(),
      shard.counts().waiting()
    };
  }

  private int reportLeaderless(List<String> shards) {
    if (shards.isEmpty()) {
      return ExitCode.OK;
    }
    ErrorOutput.of(spec)
        .error(
            Reason.NO_LEADER.name(),
            "no leader for shard " + String.join(", ", shards),
            ExitCode.SOFTWARE);
    return ExitCode.SOFTWARE;
  }
}
